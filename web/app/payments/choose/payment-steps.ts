/** How each method is paid, step by step. Pages load it only when they show it. */
import { type PaymentMethod, paymentMethods } from '@camilan/contract/payment-methods'
import { formatRupiah } from '~/platform/state/formats'

/** The bank's app, and the place in it where virtual accounts are paid. */
const bankApps: Partial<Record<PaymentMethod, { app: string; menu: string }>> = {
  bca_va: { app: 'BCA mobile atau myBCA', menu: 'm\u2011Transfer, BCA Virtual Account' },
  bni_va: { app: 'BNI Mobile Banking atau wondr by BNI', menu: 'Transfer, Virtual Account Billing' },
  bri_va: { app: 'BRImo', menu: 'BRIVA' },
  permata_va: { app: 'PermataMobile X', menu: 'Bayar Tagihan, Virtual Account' },
  cimb_va: { app: 'OCTO Mobile', menu: 'Transfer, Virtual Account' },
}

/** The most that Alfamart takes in cash, in rupiah. Source: docs.midtrans.com, "Alfamart". */
const alfamartCashMax = 2_500_000

const checkAndPay = 'Periksa jumlahnya, lalu masukkan PIN.'

/** Before the payment has begun its number or code is not there, so the first step is to begin it. */
export function stepsOf(method: PaymentMethod, totalIdr: number, hasCode: boolean): string[] {
  const { label, paidWith, isOwnBankOnly } = paymentMethods[method]
  const bank = label.replace(' Virtual Account', '')
  const way = bankApps[method]
  const begin = (code: string) => (hasCode ? [] : [`Tekan Bayar Sekarang, lalu ${code} muncul di atas.`])
  switch (paidWith) {
    case 'number':
      return [
        ...begin('nomornya'),
        ...(way ? [`Buka ${way.app}, pilih ${way.menu}.`] : []),
        'Tempel nomor virtual account di atas.',
        checkAndPay,
        isOwnBankOnly
          ? `Bisa juga lewat ATM ${bank}: pilih Transfer, lalu Virtual Account.`
          : `Dari bank lain: transfer ke ${bank}, dengan nomor ini sebagai nomor rekening tujuan.`,
      ]
    case 'bill':
      return [
        ...begin('kodenya'),
        'Buka Livin’ by Mandiri, pilih Bayar, lalu cari kode perusahaan di atas.',
        'Tempel kode bayar di atas.',
        checkAndPay,
        'Bisa juga lewat ATM Mandiri: pilih Bayar/Beli, lalu Multi Payment.',
      ]
    case 'code':
      return [
        ...begin('kodenya'),
        `Datang ke kasir ${label} dan katakan: bayar tagihan Midtrans.`,
        'Tunjukkan kode bayar di atas kepada kasir.',
        'Periksa jumlahnya, bayar, lalu simpan struknya.',
        ...(method === 'alfamart' && totalIdr > alfamartCashMax
          ? [`Tunai di ${label} paling banyak ${formatRupiah(alfamartCashMax)}.`]
          : []),
      ]
    case 'popup':
      return popupSteps(method, label)
  }
}

const popupSteps = (method: PaymentMethod, label: string) => [
  'Tekan Bayar Sekarang.',
  method === 'other_qris'
    ? 'Pindai kode QR dengan aplikasi bank atau dompet digital apa pun. Di ponsel: simpan gambar layarnya, lalu pilih dari galeri di aplikasi itu.'
    : `Di ponsel: tekan Bayar dengan ${label}. Di komputer: pindai kode QR dengan aplikasi ${label}.`,
  checkAndPay,
  'Kembali ke halaman ini. Pembayaran tercatat dengan sendirinya.',
]
