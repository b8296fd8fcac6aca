const mark = /^\(\d+\) /

/** A page's title with how many things are new; without a mark when there are none. */
export function countedTitle(title: string, count: number): string {
  const plain = title.replace(mark, '')
  return count > 0 ? `(${count}) ${plain}` : plain
}
