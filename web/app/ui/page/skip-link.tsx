/** Lets keyboard users jump over the header, or a list, to the element with the id `to`. */
export function SkipLink({ to = 'isi', label = 'Langsung ke isi' }) {
  return (
    <a
      href={`#${to}`}
      className="sr-only rounded-xl bg-surface px-4 py-3 font-bold focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
    >
      {label}
    </a>
  )
}
