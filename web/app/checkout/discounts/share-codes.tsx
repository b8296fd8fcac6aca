import type { AdminVoucher } from '@camilan/contract/discounts'
import Copy from 'lucide-react/icons/copy'
import MessageCircle from 'lucide-react/icons/message-circle'
import { useShopInfo } from '~/platform/pages/shop-info'
import { formatNumber } from '~/platform/state/formats'
import { serverDate } from '~/platform/state/server-time'
import type { NamedProduct } from '~/products/product-ticks'
import { useWords } from '~/products/words'
import { Button } from '~/ui/ask/button'
import { CopyButton, copyText } from '~/ui/ask/copy-button'
import { OpenDialog } from '~/ui/form/open-dialog'
import { daysOf, goodsOf, hasUsesLeft, leastSumOf, worthOf } from './discount-values'

interface ShareCodesProps {
  voucher: AdminVoucher
  products: readonly NamedProduct[]
}

/** The codes of a voucher, each with its message, or all as lines. */
export function ShareCodes({ voucher, products }: ShareCodesProps) {
  const { codes } = voucher
  return (
    <OpenDialog label="Bagikan" title={codes.length > 1 ? 'Bagikan kode' : 'Bagikan voucher'}>
      {() => (
        <div className="grid gap-3">
          {codes.length > 1 && <CopyAll codes={codes.filter((code) => hasUsesLeft(voucher, code))} />}
          <ul className="relative max-h-96 divide-y divide-line overflow-y-auto">
            {codes.map((code) => (
              <CodeRow key={code.code} {...code} voucher={voucher} products={products} />
            ))}
          </ul>
        </div>
      )}
    </OpenDialog>
  )
}

/** Those that can be used, as lines of a spreadsheet or a chat. */
function CopyAll({ codes }: Pick<AdminVoucher, 'codes'>) {
  if (codes.length === 0) return null
  const text = codes.map(({ code }) => code).join('\n')
  return (
    <Button
      variant="quiet"
      onClick={({ currentTarget }) =>
        copyText({ text, of: `${formatNumber(codes.length)} kode`, pressed: currentTarget })
      }
    >
      <Copy aria-hidden className="size-5" />
      <span>{`Salin ${formatNumber(codes.length)} kode`}</span>
    </Button>
  )
}

function CodeRow({ code, uses, voucher, products }: AdminVoucher['codes'][number] & ShareCodesProps) {
  const { category } = useWords()
  const { name, publicUrl } = useShopInfo()
  const goods = goodsOf(voucher, { products, categoryOf: category })
  const conditions = [goods, leastSumOf(voucher), daysOf(voucher, serverDate())].filter(Boolean).join(', ')
  const text = `${worthOf(voucher)} di ${name} dengan kode ${code}${conditions ? `, ${conditions}` : ''}. Pesan di sini: ${publicUrl}`
  return (
    <li className="py-2">
      <p className="font-bold wrap-anywhere select-all" translate="no">
        {code}
      </p>
      <div className="-ml-3 flex flex-wrap items-center">
        <CopyButton text={code} of={`kode ${code}`} />
        <a
          href={`https://wa.me/?${new URLSearchParams({ text })}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`Kirim kode ${code} lewat WhatsApp (tab baru)`}
          className="link inline-flex min-h-11 items-center gap-1.5 px-3"
        >
          <MessageCircle aria-hidden className="size-4" />
          WhatsApp
        </a>
        {uses > 0 && <span className="text-13 text-muted">{`dipakai ${formatNumber(uses)} kali`}</span>}
      </div>
    </li>
  )
}
