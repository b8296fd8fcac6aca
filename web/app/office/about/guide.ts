import type { Delivery, ShopInfo } from '@camilan/contract/shop'

type Shop = Pick<ShopInfo, 'payment'> & { delivery: Pick<Delivery, 'days' | 'names'> }

const isBcaAlone = ({ methods }: ShopInfo['payment']) => methods.length === 1 && methods[0] === 'bca_va'

/** How to order, step by step. */
export const stepsOf = ({ delivery: { days }, payment }: Shop) => [
  {
    title: 'Login',
    text: 'Pakai email dan kata sandi Anda. Belum punya akun? Daftar dulu, cukup nama, email, dan nomor telepon.',
  },
  {
    title: 'Pilih camilan',
    text: 'Buka Produk, saring menurut kategori, atau cari namanya. Harga, berat, dan sisa stok tertera di setiap produk.',
  },
  {
    title: 'Masukkan ke keranjang',
    text: 'Pilih kemasan dan jumlahnya, lalu tekan Checkout. Di keranjang, jumlahnya masih bisa diubah dan produknya dihapus.',
  },
  {
    title: 'Isi alamat dan kota',
    text: 'Di halaman Buat Pesanan, lengkapi alamat dan pilih kota pengiriman. Total biaya langsung terlihat.',
  },
  isBcaAlone(payment)
    ? {
        title: 'Bayar lewat BCA virtual account',
        text: 'Nomor virtual account muncul di jendela pembayaran. Bayar lewat m\u2011BCA, KlikBCA, atau ATM sebelum batas waktunya.',
      }
    : {
        title: 'Bayar',
        text: `Anda bisa membayar lewat ${payment.names}. Nomor, kode, atau kode QR muncul di jendela pembayaran, dan langkahnya ada di halaman pesanan.`,
      },
  {
    title: 'Tunggu kiriman',
    text: `Setelah dibayar, pesanan kami kemas dan kirim. ${days ? `Perjalanannya ${days.replaceAll('-', '\u2060-\u2060')}` : 'Lama perjalanannya menurut kota tujuan'}, dan kabarnya masuk ke Notifikasi.`,
  },
  {
    title: 'Konfirmasi setelah sampai',
    text: 'Kiriman sudah DITERIMA? Buka Pesanan Saya, periksa isinya, lalu tekan Konfirmasi Pesanan. Selamat ngemil!',
  },
]

export const questionsOf = ({ delivery: { days, names }, payment }: Shop) => [
  {
    question: 'Ke kota mana saja pesanan bisa dikirim?',
    answer: `Saat ini ke ${names}${days ? `, dengan waktu pengiriman ${days}` : ''}. Kota lain segera hadir.`,
  },
  {
    question: 'Bagaimana cara membayar?',
    answer: `Melalui ${payment.names}. Tekan Bayar Sekarang pada pesanan, ${isBcaAlone(payment) ? 'salin nomornya, lalu bayar lewat m\u2011BCA, KlikBCA, atau ATM' : 'lalu ikuti petunjuk di jendela pembayaran'}. Pembayaran tercatat dengan sendirinya, jadi tidak perlu mengirim bukti transfer.`,
  },
  {
    question: 'Jendela pembayaran tertutup sebelum saya membayar. Apa yang harus dilakukan?',
    answer:
      'Tenang, pesanan Anda tersimpan. Buka Pesanan Saya, pilih pesanannya di tab Diproses, lalu tekan Bayar Sekarang. Anda bisa melakukannya dari perangkat mana pun sebelum batas waktu pembayaran.',
  },
  ...(payment.methods.length > 1
    ? [
        {
          question: 'Bisakah cara bayar diganti?',
          answer:
            'Bisa, selama belum dibayar. Buka pesanannya, lalu tekan Ganti cara bayar. Kode QR dan tautan aplikasi hanya berlaku beberapa menit; kalau waktunya habis, pesanan tetap menunggu dan Anda bisa membayar lagi.',
        },
      ]
    : []),
  {
    question: 'Bisakah pesanan dibatalkan?',
    answer:
      'Bisa, selama belum dibayar. Buka pesanannya, lalu tekan Batalkan Pesanan. Pesanan yang tidak dibayar sampai batas waktunya batal dengan sendirinya.',
  },
  {
    question: 'Apa arti setiap status pesanan?',
    answer:
      'DIPROSES: menunggu pembayaran. DIBAYAR: pembayaran diterima dan pesanan kami siapkan. DIKIRIM: pesanan dalam perjalanan. SELESAI: pesanan sudah Anda terima. DIBATALKAN: pesanan tidak dilanjutkan.',
  },
]
