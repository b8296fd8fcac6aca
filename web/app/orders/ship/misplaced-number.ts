/** What was written into the field of the courier or of the tracking number, and belongs into the other one. */

/** `JP1234567890`, but not `Pak Budi 08123456789`. */
const isNumber = (courier: string): boolean =>
  courier.replace(/\D/g, '').length >= 6 && courier.split(/\s+/).every((word) => /\d/.test(word) || word.length < 3)

export const courierFault = (courier: string): string | undefined =>
  isNumber(courier) ? 'Ini seperti nomor resi. Tulis nama kurirnya di sini.' : undefined

export const numberFault = ({ courier, number }: { courier: string; number: string }): string | undefined =>
  courier === '' && number !== '' && !/\d/.test(number)
    ? 'Ini tanpa angka. Tulis nama kurir di kolom Kurir.'
    : undefined
