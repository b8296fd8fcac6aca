import { useEffect } from 'react'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * For pages whose forms are checked by the browser: its hints are in the language of the browser, these in Indonesian.
 * Forms with `noValidate` show sentences of their own and are not changed.
 */
export function useFormHints(): void {
  useEffect(() => {
    const show = ({ target }: Event) => {
      if (!isControl(target)) return
      target.setCustomValidity('')
      if (!target.validity.valid) target.setCustomValidity(hintOf(target))
    }
    // An own hint makes the field invalid until it is removed.
    const forget = ({ target }: Event) => {
      if (isControl(target)) target.setCustomValidity('')
    }
    // `invalid` does not bubble, but it can be captured.
    document.addEventListener('invalid', show, true)
    document.addEventListener('input', forget, true)
    document.addEventListener('change', forget, true)
    return () => {
      document.removeEventListener('invalid', show, true)
      document.removeEventListener('input', forget, true)
      document.removeEventListener('change', forget, true)
    }
  }, [])
}

function isControl(target: EventTarget | null): target is Control {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
  )
}

/** The fault of a field, as a sentence. */
export function hintOf(control: Pick<Control, 'validity' | 'type'> & { min?: string; max?: string }): string {
  const { validity, type, min, max } = control
  if (validity.valueMissing) {
    if (type === 'checkbox') return 'Centang kotak ini untuk melanjutkan.'
    if (type === 'radio' || type.startsWith('select')) return 'Pilih salah satu.'
    if (type === 'file') return 'Pilih sebuah file.'
    return 'Isian ini wajib diisi.'
  }
  if (validity.typeMismatch) {
    if (type === 'email') return 'Isi dengan alamat email, misalnya nama@contoh.com.'
    if (type === 'url') return 'Isi dengan alamat web, misalnya https://contoh.com.'
  }
  if (validity.badInput) return type === 'number' ? 'Isi dengan angka.' : 'Isian ini tidak bisa dibaca.'
  if (validity.rangeUnderflow) return `Isi paling kecil ${min}.`
  if (validity.rangeOverflow) return `Isi paling besar ${max}.`
  if (validity.tooShort) return 'Isian ini terlalu pendek.'
  if (validity.tooLong) return 'Isian ini terlalu panjang.'
  return 'Isian ini belum sesuai dengan bentuk yang diminta.'
}
