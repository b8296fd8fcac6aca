interface MenuEntry {
  label: string
  /** What it does, in a few words. */
  about?: string
  danger?: boolean
  disabled?: boolean
  choose: () => void
}

/** The entries of a dialog that is a menu. */
export function MenuList({ entries }: { entries: readonly MenuEntry[] }) {
  return (
    <ul className="-mx-3 grid">
      {entries.map(({ label, about, danger = false, disabled = false, choose }) => (
        <li key={label}>
          <button
            type="button"
            disabled={disabled}
            onClick={choose}
            className="min-h-11 w-full rounded-xl px-3 py-2 text-left hover:bg-soft disabled:cursor-not-allowed disabled:opacity-55"
          >
            <span className={`block font-semibold ${danger ? 'text-danger' : ''}`}>{label}</span>
            {about && <span className="block text-13 text-muted">{about}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}
