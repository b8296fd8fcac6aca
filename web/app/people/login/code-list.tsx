import { CopyButton } from '~/ui/ask/copy-button'
import { Notice } from '~/ui/ask/notice'

/** New recovery codes, which are shown only once. */
export function CodeList({ codes }: { codes: readonly string[] }) {
  return (
    <div className="grid gap-4">
      <Notice>
        <p>Kode ini hanya ditampilkan sekali ini.</p>
        <p className="font-normal">
          Catat di kertas atau foto, lalu simpan di tempat aman. Kalau Anda lupa kata sandi, satu kode cukup untuk
          membuat yang baru, juga tanpa email. Setiap kode hanya bisa dipakai sekali.
        </p>
      </Notice>
      <ul aria-label="Kode pemulihan" className="grid gap-x-6 gap-y-1 rounded-xl bg-soft px-4 py-3 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="font-mono tabular-nums">
            {code}
          </li>
        ))}
      </ul>
      <div className="-ml-3">
        <CopyButton text={codes.join('\n')} of="kode pemulihan" />
      </div>
    </div>
  )
}
