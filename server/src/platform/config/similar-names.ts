/** Names of variables that were probably meant to be others. */

interface Similar {
  given: string
  meant: string
}

/** Short names may differ by one letter, because HOME is two letters away from HOST. */
const lettersApart = ({ length }: string) => (length < 8 ? 1 : 2)

/** The variables of the environment, not blank, whose name is almost one of `known`; each with the nearest one. */
export function similarNames(known: string[], environment: Record<string, string | undefined>): Similar[] {
  return Object.entries(environment).flatMap(([given, value]) => {
    if (!value?.trim() || known.includes(given)) return []
    const near = known
      // The least number of different letters, without the slow comparison.
      .filter((meant) => Math.abs(meant.length - given.length) <= lettersApart(meant))
      .map((meant) => ({ meant, distance: editDistance(given.toUpperCase(), meant) }))
      .filter(({ meant, distance }) => distance <= lettersApart(meant))
      .sort((a, b) => a.distance - b.distance)
    return near.slice(0, 1).map(({ meant }) => ({ given, meant }))
  })
}

/** The number of letters to insert, remove or replace (Levenshtein). */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
