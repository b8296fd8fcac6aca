import type { Typeface } from '@camilan/contract/looks'
import figtree from '~/brand/fonts/figtree.woff2?url'
import fraunces from '~/brand/fonts/fraunces.woff2?url'
import fredoka from '~/brand/fonts/fredoka.woff2?url'
import plusJakartaSans from '~/brand/fonts/plus-jakarta-sans.woff2?url'

/** The files that a page loads first. */
export const fontsOf = (typeface: Typeface = 'rumah'): readonly string[] =>
  ({ rumah: [plusJakartaSans], klasik: [figtree, fraunces], ceria: [figtree, fredoka] })[typeface]
