import { type KeyFinding, KeyFindings, PaymentKeysState } from '@camilan/contract/payment-keys'
import { success } from '@camilan/contract/wire'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CreditCard from 'lucide-react/icons/credit-card'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { formatJakartaTime } from '~/platform/state/formats'
import { PrivateSection } from '~/settings/private/private-section'
import { RemoveSecret } from '~/settings/private/remove-secret'
import { Button } from '~/ui/ask/button'
import { Notice } from '~/ui/ask/notice'
import { Facts } from '~/ui/lists/facts'
import { environmentLabels, KeysForm, paymentKeysPath } from './keys-form'
import { KeysHelp } from './keys-help'

const StateAnswer = success(PaymentKeysState)

/** The effect of removing the stored keys. */
const withoutKeys: Record<PaymentKeysState['without_stored'], string> = {
  none: 'Toko berhenti menerima pesanan sampai kunci diisi lagi, dan halamannya menulis bahwa toko segera dibuka.',
  local: 'Pembayaran kembali menjadi simulasi: tidak ada uang yang berpindah.',
  environment: 'Kunci ini tidak sedang dipakai: toko memakai kunci yang diatur di server.',
}

/** The keys of the gateway. They are sent to the shop, and never come back. */
export function PaymentSection() {
  return (
    <PrivateSection
      id="payment"
      title="Pembayaran"
      icon={CreditCard}
      path={paymentKeysPath}
      schema={StateAnswer}
      describe={describe}
    >
      {(keys, set) => <PaymentKeys keys={keys} onKeys={set} />}
    </PrivateSection>
  )
}

function describe({ source, environment, client_key_ending, unreadable }: PaymentKeysState): string {
  if (unreadable) return 'Kunci tidak bisa dibaca lagi: isi kembali'
  if (source === 'none') return 'Belum diatur: toko belum bisa menerima pesanan'
  if (source === 'local') return 'Simulasi: tidak ada uang yang berpindah'
  const name = environment === 'production' ? 'Midtrans Production' : 'Midtrans Sandbox'
  return source === 'environment' ? `${name}, diatur di server` : `${name}, client key …${client_key_ending}`
}

function PaymentKeys({ keys, onKeys }: { keys: PaymentKeysState; onKeys: (keys: PaymentKeysState) => void }) {
  const { source, stored, without_stored, storage_problem, payments_without_keys, unreadable } = keys
  const isSet = source === 'environment' || source === 'browser'
  const [isChanging, setChanging] = useState(!isSet)
  const [findings, setFindings] = useState<readonly KeyFinding[]>([])
  const top = useRef<HTMLDivElement>(null)
  const { revalidate } = useRevalidator() // for 'Buka dan tutup', which says whether buyers can order
  const check = useMutation({
    do: () => api.post(`${paymentKeysPath}/check`, undefined, success(KeyFindings)),
    done: ({ data }) => setFindings(data.findings),
    failed: 'Kunci tidak bisa diperiksa',
  })
  return (
    <div ref={top} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      <Present keys={keys} />
      {payments_without_keys > 0 && (
        <Notice>
          <p>{`${payments_without_keys} pembayaran memakai kunci yang tidak diketahui toko.`}</p>
          <p className="font-normal">
            Pesanannya tetap menunggu dan tidak dibatalkan. Isi kunci yang dulu dipakai, supaya pembayarannya terbaca.
          </p>
        </Notice>
      )}
      <Findings findings={findings} />
      {(isSet || stored) && (
        <div className="flex flex-wrap gap-3">
          {isSet && (
            <Button variant="quiet" pending={check.pending} onClick={() => void check.run()} className="max-sm:grow">
              {check.pending ? 'Memeriksa...' : 'Periksa kunci'}
            </Button>
          )}
          {source === 'browser' && !isChanging && (
            <Button variant="quiet" onClick={() => setChanging(true)} className="max-sm:grow">
              Ganti kunci
            </Button>
          )}
          {stored && (
            <RemoveSecret
              label="Hapus kunci"
              question="Hapus kunci pembayaran?"
              path={`${paymentKeysPath}/remove`}
              schema={StateAnswer}
              onRemoved={(left) => {
                onKeys(left)
                setFindings([])
                setChanging(left.source !== 'environment')
                top.current?.focus() // the button that had the focus is gone
                void revalidate()
              }}
            >
              <p>{withoutKeys[without_stored]}</p>
              {!unreadable && (
                <p>
                  Pesanan yang sedang menunggu pembayaran tetap bisa dibayar: untuk itu kuncinya disimpan terenkripsi
                  selama masih perlu, lalu terhapus sendiri.
                </p>
              )}
            </RemoveSecret>
          )}
        </div>
      )}
      {source !== 'environment' && (isChanging || unreadable) && <KeysHelp keys={keys} />}
      {source === 'environment' ? (
        <p className="text-13 text-muted">
          {`Diatur di server dengan ${keys.locked.join(', ')}, jadi tidak bisa diubah di sini.`}
        </p>
      ) : storage_problem !== null ? (
        <Notice>{storage_problem}</Notice>
      ) : (
        (isChanging || unreadable) && (
          <KeysForm
            keys={keys}
            onFindings={setFindings}
            onSaved={({ findings, ...saved }) => {
              onKeys(saved)
              setFindings(findings)
              setChanging(saved.source === 'local')
              top.current?.focus() // the form that had the focus is gone
              void revalidate()
            }}
            onCancel={isSet ? () => setChanging(false) : undefined}
          />
        )
      )}
    </div>
  )
}

function Present({ keys }: { keys: PaymentKeysState }) {
  const { source, environment, client_key_ending, set_at, set_by, unreadable } = keys
  if (unreadable) {
    return (
      <Notice>
        <p>Kunci yang pernah disimpan tidak bisa dibaca lagi.</p>
        <p className="font-normal">
          Ini terjadi setelah toko dipulihkan dari cadangan, atau kunci enkripsi di server berganti. Isi lagi kunci yang
          sama: pesanan yang menunggu pembayaran tetap bisa diselesaikan.
        </p>
      </Notice>
    )
  }
  if (source === 'none') {
    return (
      <Notice>
        <p>Toko belum bisa menerima pesanan.</p>
        <p className="font-normal">Isi kunci dari dasbor Midtrans: Pengaturan, Access Keys.</p>
      </Notice>
    )
  }
  if (source === 'local') {
    return (
      <p>
        Pembayaran masih berupa <strong>simulasi</strong>: semuanya bisa dicoba, dan tidak ada uang yang berpindah. Isi
        kunci dari dasbor Midtrans (Pengaturan, Access Keys) untuk menerima pembayaran.
      </p>
    )
  }
  return (
    <Facts
      facts={[
        { name: 'Lingkungan Midtrans', value: environment && environmentLabels[environment] },
        { name: 'Client key', value: `Berakhiran ${client_key_ending}` },
        {
          name: 'Diisi',
          value: set_at && set_by ? `${formatJakartaTime(set_at)} oleh ${set_by}` : null,
        },
      ]}
    />
  )
}

function Findings({ findings }: { findings: readonly KeyFinding[] }) {
  return (
    <div role="status" className="empty:absolute">
      {findings.length > 0 && (
        <ul className="grid gap-2">
          {findings.map(({ what, ok, sentence }) => {
            const Icon = ok ? CircleCheck : CircleAlert
            return (
              <li key={what} className={`flex items-start gap-2.5 wrap-anywhere ${ok ? 'text-accent' : 'text-danger'}`}>
                <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
                <span className="min-w-0">
                  <span className="sr-only">{ok ? 'Beres: ' : 'Masalah: '}</span>
                  <span>{sentence}</span>
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
