import { TermList as Terms } from '@camilan/contract/term-form'
import type { Term, TermList } from '@camilan/contract/terms'
import { Message, success } from '@camilan/contract/wire'
import type { LucideIcon } from 'lucide-react'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import placeholder from '~/brand/placeholder.svg'
import { api } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { readShopFacts, useShopInfo } from '~/platform/pages/shop-info'
import { toast } from '~/platform/state/toasts'
import { SettingsSection } from '~/settings/section'
import { useConfirm } from '~/ui/ask/confirm'
import { Dialog } from '~/ui/ask/dialog'
import { IconButton } from '~/ui/ask/icon-button'
import { OpenDialog } from '~/ui/form/open-dialog'
import { ArrangedList, OrderState } from '~/ui/lists/arrange/arranged-list'
import { useOrder } from '~/ui/lists/arrange/use-order'
import { MenuList } from '~/ui/lists/menu-list'
import { ProductPicture } from '~/ui/shop/product-picture'
import { ChangeTermForm, changeTerm } from './change-term'
import { listWords } from './list-words'
import { NewTermForm } from './new-term'

interface TermsSectionProps {
  list: TermList
  icon: LucideIcon
}

/** One of the seller's lists. Every change is saved at once. */
export function TermsSection({ list, icon }: TermsSectionProps) {
  const { title, noun, about } = listWords[list]
  const terms = useShopInfo().terms[list]
  const order = useOrder(terms.map(orderedOf), async (codes) => {
    await api.put(`/api/admin/terms/${list}`, { codes }, success(Terms))
    await readShopFacts()
  })
  return (
    <SettingsSection
      id={list}
      title={title}
      icon={icon}
      summary={terms.map(({ label }) => label).join(', ') || 'Kosong'}
    >
      <div className="grid grid-cols-1 gap-3">
        <p className="text-muted">{about}</p>
        <OrderState {...order} />
        {terms.length === 0 && <p className="font-semibold">{`Belum ada ${noun}. Tambahkan yang pertama.`}</p>}
        <ArrangedList
          order={order}
          {...(list === 'categories' && { picture: ({ term }: OrderedTerm) => <Picture term={term} /> })}
          note={({ term }) => !term.is_visible && 'Disembunyikan'}
          after={({ term }) => <TermMenu list={list} term={term} />}
        />
        <div>
          <OpenDialog label={`Tambah ${noun}`} icon={Plus} title={`Tambah ${title}`} holdsInput>
            {(close) => <NewTermForm list={list} onClose={close} />}
          </OpenDialog>
        </div>
      </div>
    </SettingsSection>
  )
}

interface OrderedTerm {
  id: string
  name: string
  term: Term
}

const orderedOf = (term: Term): OrderedTerm => ({ id: term.code, name: term.label, term })

const Picture = ({ term: { image } }: { term: Term }) =>
  image ? (
    <ProductPicture of={{ image, image_look: null }} alt="" sizes="48px" className="rounded-xl" />
  ) : (
    <img src={placeholder} alt="" width={48} height={48} className="rounded-xl bg-soft opacity-60 dark:brightness-90" />
  )

function TermMenu({ list, term }: { list: TermList; term: Term }) {
  const { code, label, is_visible: isVisible } = term
  const [isOpen, setOpen] = useState<'menu' | 'form'>()
  const close = () => setOpen(undefined)
  const { title } = listWords[list]
  const show = useMutation({
    do: () => changeTerm(list, code, { is_visible: !isVisible }),
    done: () => toast(isVisible ? `${label} disembunyikan` : `${label} tampil lagi`),
    failed: 'Gagal menyimpan. Silakan coba lagi.',
  })
  const remove = useRemove(list, term)
  const entries = [
    ...(list === 'weights'
      ? []
      : [
          {
            label: list === 'categories' ? 'Ubah nama atau gambar' : 'Ubah nama',
            about: 'Produk dan alamatnya tetap.',
            choose: () => setOpen('form'),
          },
        ]),
    {
      ...(isVisible
        ? { label: 'Sembunyikan', about: 'Tidak ditawarkan lagi. Produknya tetap dijual.' }
        : { label: 'Tampilkan lagi', about: 'Bisa dipilih di formulir produk.' }),
      choose() {
        close()
        void show.run()
      },
    },
    {
      label: 'Hapus',
      about: 'Hanya yang belum pernah dipakai.',
      danger: true,
      choose() {
        close()
        void remove.ask()
      },
    },
  ]
  return (
    <>
      <IconButton
        icon={EllipsisVertical}
        label={`Lainnya untuk ${label}`}
        aria-haspopup="dialog"
        disabled={show.pending || remove.pending}
        onClick={() => setOpen('menu')}
      />
      <Dialog open={isOpen === 'menu'} onClose={close} title={label}>
        <MenuList entries={entries} />
      </Dialog>
      <Dialog open={isOpen === 'form'} onClose={close} title={`Ubah ${title}`} holdsInput>
        <ChangeTermForm list={list} term={term} onClose={close} />
      </Dialog>
    </>
  )
}

function useRemove(list: TermList, { code, label }: Term) {
  const confirm = useConfirm()
  const { pending, run } = useMutation({
    async do() {
      await api.delete(`/api/admin/terms/${list}/${code}`, Message)
      await readShopFacts()
    },
    done: () => toast(`${label} dihapus`),
    failed: `Gagal menghapus ${listWords[list].noun}. Silakan coba lagi.`,
  })
  return {
    pending,
    async ask() {
      if (await confirm(`Hapus “${label}”?`, { yes: 'Hapus', danger: true })) await run()
    },
  }
}
