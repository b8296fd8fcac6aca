import type { Typeface } from '@camilan/contract/looks'
import fraunces from '@fontsource/fraunces/files/fraunces-latin-700-normal.woff2?url'
import fredoka from '@fontsource/fredoka/files/fredoka-latin-600-normal.woff2?url'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import plusJakartaSans from '@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-latin-wght-normal.woff2?url'

/** The files that a page loads first. */
export const fontsOf = (typeface: Typeface = 'rumah'): readonly string[] =>
  ({ rumah: [plusJakartaSans], klasik: [figtree, fraunces], ceria: [figtree, fredoka] })[typeface]
