import type { Typeface } from '@camilan/contract/looks'
import plusJakartaSans from '@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-latin-wght-normal.woff2?url'
import figtree from '~/brand/fonts/figtree.woff2?url'
import fraunces from '~/brand/fonts/fraunces.woff2?url'
import fredoka from '~/brand/fonts/fredoka.woff2?url'

/** The files that a page loads first. */
export const fontsOf = (typeface: Typeface = 'rumah'): readonly string[] =>
  ({ rumah: [plusJakartaSans], klasik: [figtree, fraunces], ceria: [figtree, fredoka] })[typeface]
