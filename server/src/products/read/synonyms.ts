/** Other spellings and words of the same meaning, as customers in Indonesia write them. In lower case. */
const synonyms: readonly (readonly string[])[] = [
  ['keripik', 'kripik', 'keripek', 'kripek', 'chips'],
  ['kerupuk', 'krupuk'],
  ['cokelat', 'coklat', 'chocolate'],
  ['makaroni', 'macaroni', 'makroni'],
  ['kastengel', 'kastangel', 'kastengels', 'kaasstengels', 'kaastengel'],
  ['kue kering', 'kukis', 'cookies', 'cookie', 'biskuit', 'hampers', 'hamper', 'parsel', 'parcel', 'bingkisan'],
  ['nastar', 'kue nanas'],
  ['putri salju', 'puteri salju'],
  ['semprit', 'sprit'],
  ['rengginang', 'ranginang', 'rangginang'],
  ['emping', 'melinjo', 'mlinjo'],
  ['basreng', 'bakso goreng'],
  ['singkong', 'ketela', 'ubi kayu'],
  ['kacang', 'peanut'],
  ['keju', 'cheese'],
  ['pedas', 'pedes', 'spicy'],
  ['manis', 'sweet'],
  ['pisang', 'banana'],
  ['tempe', 'tempeh'],
  ['toples', 'stoples'],
  ['makanan ringan', 'camilan', 'cemilan', 'snack', 'jajanan'],
  ['250gram', '250g', '250gr', '250 gram'],
  ['500gram', '500g', '500gr', '500 gram'],
]

/**
 * The same words with a word or phrase replaced by another one of its group, in both directions.
 * @param query  in lower case, with single blanks
 */
export function withSynonyms(query: string): string[] {
  const spaced = ` ${query} `
  const variants = synonyms.flatMap((group) => {
    const found = group.find((member) => spaced.includes(` ${member} `))
    if (found === undefined) return []
    return group.map((member) => spaced.replace(` ${found} `, () => ` ${member} `).trim())
  })
  return [...new Set(variants)].filter((variant) => variant !== query)
}
