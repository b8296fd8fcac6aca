/** Code 128 (ISO/IEC 15417): the barcode of couriers. It encodes the printable characters of ASCII. */

/** The widths of the three bars and three spaces of each symbol, in modules. */
const symbols =
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232'
const stop = '2331112'
const [toC, toB, startB, startC] = [99, 100, 104, 105]

/**
 * The widths of the bars and spaces of a text in modules, beginning with a bar, without the ten light modules that a reader needs at both ends. Digits are
 * written in pairs where that is shorter. Null for a text that is empty or has other characters.
 */
export function code128(text: string): number[] | null {
  if (!/^[ -~]+$/.test(text)) return null
  const values = valuesOf(text)
  const check = values.reduce((sum, value, place) => sum + value * Math.max(place, 1)) % 103
  return [...[...values, check].map((value) => symbols.slice(value * 6, value * 6 + 6)), stop].flatMap((widths) =>
    [...widths].map(Number),
  )
}

function valuesOf(text: string): number[] {
  const values: number[] = []
  let inPairs = false
  for (let at = 0; at < text.length; ) {
    const digits = /^\d*/.exec(text.slice(at))?.[0].length ?? 0
    if (inPairs ? digits < 2 : isWorthPairs(digits, { isFirst: at === 0, isLast: at + digits === text.length })) {
      inPairs = !inPairs
      values.push(at === 0 ? startC : inPairs ? toC : toB)
    } else if (at === 0) values.push(startB)
    if (inPairs) values.push(Number(text.slice(at, at + 2)))
    else values.push(text.charCodeAt(at) - 32)
    at += inPairs ? 2 : 1
  }
  return values
}

/** An odd digit stays outside of the pairs: it is written first, so that the rest is even. */
function isWorthPairs(digits: number, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): boolean {
  if (isFirst && isLast && digits === 2) return true
  return digits % 2 === 0 ? digits >= (isFirst || isLast ? 4 : 6) : isFirst && digits >= 5
}
