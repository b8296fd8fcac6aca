import type { Delivery, ShopInfo } from '@camilan/contract/shop'
import { href } from 'react-router'
import { WhatsappLink } from '~/orders/whatsapp-link'
import { privatePage } from '~/platform/pages/meta'
import { elsewhereOf, useShopInfo, useWhatsapp } from '~/platform/pages/shop-info'
import { LinkButton } from '~/ui/ask/button'
import { Fold } from '~/ui/ask/fold'
import { Skeleton, TitledSkeleton } from '~/ui/loading/skeleton'

export const meta = privatePage('Bantuan')

/** Without a loader the server would send the page's content before the guard of its layout has run. */
export const clientLoader = () => null

export function HydrateFallback() {
  return (
    <TitledSkeleton title="Bantuan">
      <Skeleton className="h-96" />
      <Skeleton className="h-64" />
    </TitledSkeleton>
  )
}

/** What follows after reading. */
function AskOrBuy() {
  const whatsapp = useWhatsapp()
  return (
    <div className="mt-6 rounded-2xl bg-soft p-4 md:p-5">
      <p className="text-17 font-bold">{whatsapp ? 'Belum terjawab?' : 'Sudah jelas?'}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        <LinkButton to={href('/products')}>Mulai Belanja</LinkButton>
        {whatsapp && (
          <WhatsappLink phone={whatsapp.text} text="Halo, saya mau bertanya." label="Tanya lewat WhatsApp" />
        )}
      </div>
    </div>
  )
}

export default function HelpPage() {
  const shop = useShopInfo()
  return (
    <main className="page">
      <h1 className="title">Bantuan</h1>
      <div className="mt-6 grid gap-12 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <section aria-labelledby="cara-memesan">
          <h2 id="cara-memesan" className="text-21 font-extrabold tracking-tight">
            Cara Memesan
          </h2>
          <ol className="mt-4 grid gap-x-8 gap-y-5 md:grid-cols-2">
            {stepsOf(shop).map(({ title, text }, index) => (
              <li key={title} className="flex gap-4">
                <span
                  aria-hidden
                  className="grid size-10 shrink-0 place-items-center rounded-full bg-highlight font-extrabold text-on-highlight"
                >
                  {index + 1}
                </span>
                <div>
                  <h3 className="text-17 font-bold">{title}</h3>
                  <p className="text-muted">{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </section>
        <section aria-labelledby="pertanyaan-umum">
          <h2 id="pertanyaan-umum" className="text-21 font-extrabold tracking-tight">
            Pertanyaan Umum
          </h2>
          <div className="card mt-4 divide-y divide-line">
            {questionsOf(shop).map(({ question, answer }) => (
              <Fold key={question} title={question} className="px-4">
                <p className="max-w-prose text-muted">{answer}</p>
              </Fold>
            ))}
          </div>
          <AskOrBuy />
        </section>
      </div>
    </main>
  )
}

type Shop = Pick<ShopInfo, 'payment'> & { delivery: Pick<Delivery, 'days' | 'names' | 'hasZones'> }

const isBcaAlone = ({ methods }: ShopInfo['payment']) => methods.length === 1 && methods[0] === 'bca_va'

/** How to order, step by step. */
const stepsOf = ({ delivery: { days }, payment }: Shop) => [
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

const questionsOf = ({ delivery, payment }: Shop) => [
  {
    question: 'Ke kota mana saja pesanan bisa dikirim?',
    answer: `Saat ini ke ${delivery.names}${delivery.days ? `, dengan waktu pengiriman ${delivery.days}` : ''}. ${elsewhereOf(delivery)}`,
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
