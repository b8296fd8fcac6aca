/** Guesses what the columns of a table hold. A person corrects the guess. */

export interface RoleSigns {
  /** The words of a heading, the surer ones first. */
  words: readonly RegExp[]
  fits: (cell: string) => boolean
  /** Only this role holds such cells, so that it is found without a heading that names it. */
  isTelling?: boolean
}

const spaced = (heading: string) =>
  heading
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')

/** Whether a cell may be the heading of a column with one of these roles. */
export const isHeadingOf =
  (roles: Readonly<Record<string, RoleSigns>>) =>
  (cell: string): boolean =>
    Object.values(roles).some(({ words }) => words.some((word) => word.test(spaced(cell))))

/** The index of each role's column, by the words of the headings and the content of the first rows. A column gets one role. */
export function guessColumns<Role extends string>(
  roles: Readonly<Record<Role, RoleSigns>>,
  headings: readonly string[],
  rows: readonly string[][],
): Record<Role, number | null> {
  const names = Object.keys(roles) as Role[]
  const guess = Object.fromEntries(names.map((role) => [role, null])) as Record<Role, number | null>
  const pairs = names
    .flatMap((role) =>
      headings.map((heading, index) => ({ role, index, score: score(roles[role], heading, rows, index) })),
    )
    .filter((pair) => pair.score > 0)
    .toSorted((one, other) => other.score - one.score)
  for (const { role, index } of pairs) {
    if (guess[role] === null && !Object.values(guess).includes(index)) guess[role] = index
  }
  return guess
}

function score(
  { words, fits, isTelling }: RoleSigns,
  heading: string,
  rows: readonly string[][],
  index: number,
): number {
  const found = words.findIndex((word) => word.test(spaced(heading)))
  const byHeading = found === -1 ? 0 : words.length - found
  const filled = rows.flatMap((cells) => cells[index] || [])
  const share = filled.length === 0 ? 0.5 : filled.filter(fits).length / filled.length
  if (byHeading === 0) return isTelling && filled.length > 0 && share > 0.8 ? 1.5 * share : 0
  return share === 0 ? 0 : byHeading * (0.5 + share / 2)
}
