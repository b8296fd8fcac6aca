/** Lets keyboard users jump over the header to the element with the id `isi`. */
export function SkipLink() {
  return (
    <a
      href="#isi"
      className="sr-only rounded-xl bg-surface px-4 py-3 font-bold focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
    >
      Langsung ke isi
    </a>
  )
}
