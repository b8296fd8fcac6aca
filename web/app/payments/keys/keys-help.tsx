import { simulationKeys } from '@camilan/contract/payment-key-values'
import type { PaymentKeysState } from '@camilan/contract/payment-keys'
import { ExampleDrawing } from '~/settings/example-drawing'
import { Fold } from '~/ui/ask/fold'

const frame = 'rounded-xl border border-line px-4'

/** Where Midtrans shows the keys, and how to try the shop without Midtrans. */
export function KeysHelp({ keys: { source, stored, without_stored } }: { keys: PaymentKeysState }) {
  const isNew = source === 'none' || source === 'local'
  return (
    <div className="grid gap-2">
      <Fold title="Di mana kuncinya?" open={source === 'none'} className={frame}>
        <ol className="mb-3 grid list-decimal gap-1.5 pl-5">
          <li>
            Login di{' '}
            <a href="https://dashboard.midtrans.com" target="_blank" rel="noopener" className="link">
              dashboard.midtrans.com<span className="sr-only"> (tab baru)</span>
            </a>
            , dan pilih Sandbox (mencoba) atau Production (uang sungguhan) di kiri atas.
          </li>
          <li>Buka Pengaturan (Settings), lalu Access Keys.</li>
          <li>Salin Client Key dan Server Key ke isian di bawah.</li>
        </ol>
        <ExampleDrawing
          title="Midtrans › Pengaturan › Access Keys"
          rows={[
            { text: 'Lingkungan', value: 'Sandbox', step: '1' },
            { text: 'Access Keys', step: '2' },
            { text: 'Client Key', value: 'SB-Mid-client-…', step: '3' },
            { text: 'Server Key', value: 'SB-Mid-server-…', step: '3' },
          ]}
        />
      </Fold>
      {(isNew || stored) && (
        <Fold title="Coba dulu tanpa Midtrans" className={frame}>
          {without_stored === 'local' ? (
            <WithSimulation isOn={source === 'local'} />
          ) : (
            <p>
              Toko ini sudah toko sungguhan, jadi simulasi tidak tersedia. Untuk mencoba, pakai kunci Sandbox: kunci itu
              ada di dasbor Midtrans begitu Anda mendaftar, dan tidak memindahkan uang.
            </p>
          )}
        </Fold>
      )}
    </div>
  )
}

function WithSimulation({ isOn }: { isOn: boolean }) {
  return (
    <>
      <p className="mb-3">
        {isOn
          ? 'Simulasi sedang dipakai: pembeli bisa memesan dan menekan Simulasikan pembayaran, tanpa uang. Tidak ada yang perlu diisi.'
          : 'Isi dua kunci simulasi ini, dengan lingkungan Sandbox, untuk kembali ke simulasi:'}
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-13">
        <dt className="text-muted">Client key</dt>
        <dd className="font-mono wrap-anywhere">{simulationKeys.clientKey}</dd>
        <dt className="text-muted">Server key</dt>
        <dd className="font-mono wrap-anywhere">{simulationKeys.serverKey}</dd>
      </dl>
    </>
  )
}
