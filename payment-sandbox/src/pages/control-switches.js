import { element } from './dom.js'

const labels = {
  create: 'Jawaban saat membuat token',
  status: 'Jawaban GET status',
  cancel: 'Jawaban cancel dan expire',
  refund: 'Jawaban refund',
  answerDelaySeconds: 'Tunda setiap jawaban (detik)',
  statusLags: 'GET status masih pending setelah dibayar',
  refuseServerKey: 'Tolak server key (401)',
  webhook: 'Pengiriman webhook',
  webhookDelaySeconds: 'Tunda webhook (detik)',
  lateSettlement: 'Uang tetap masuk setelah dibatalkan',
  settleAfterExpire: 'Uang tetap masuk setelah kedaluwarsa',
  withdrawn: 'Pembayaran Permata, Mandiri, Indomaret ditarik lagi',
  refundOutcome: 'Hasil refund',
  replayRefunds: 'refund_key yang sudah dipakai dijawab seperti semula',
  refundConfirmSeconds: 'Konfirmasi refund dari bank setelah (detik)',
  qrIssuer: 'Aplikasi yang membayar QR',
  inactiveMethod: 'Metode yang belum diaktifkan',
  shortLives: 'QR dan dompet berlaku 15 menit',
  allowRetry: 'Boleh pilih cara bayar lain setelah kedaluwarsa',
  reuseEndedOrderId: 'order_id yang sudah berakhir boleh dipakai lagi',
  closeAfterVa: 'Callback tombol X setelah VA tampil',
  showQrAgain: 'QR tampil lagi setelah halaman dimuat ulang',
  chargeOnOpen: 'VA langsung dibuat saat halaman dibuka',
  unauthorizedHttpStatus: 'Status HTTP untuk kunci salah (Core API)',
  vaLength: 'Panjang nomor VA',
}

/** One switch with its label: a list of its choices, or a number between two limits. */
export function switchField(name, value, choices, change) {
  const control = Array.isArray(choices) ? choiceList(value, choices) : numberInput(value, choices)
  control.id = `switch-${name}`
  control.addEventListener('change', () => change(name, JSON.parse(control.value)))
  return element('p', {}, element('label', { htmlFor: control.id }, labels[name] ?? name), control)
}

function choiceList(value, choices) {
  const options = choices.map((choice) =>
    element('option', { value: JSON.stringify(choice), selected: choice === value }, caption(choice)),
  )
  return element('select', {}, options)
}

function numberInput(value, { least, most }) {
  return element('input', { type: 'number', min: least, max: most, value })
}

function caption(choice) {
  if (typeof choice === 'boolean') return choice ? 'ya' : 'tidak'
  return String(choice)
}
