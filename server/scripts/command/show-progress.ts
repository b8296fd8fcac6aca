/** The progress of a long command, on stderr: a line that is written again in a terminal, else a line for each quarter. */
export function progressLine(): { show(text: string, done: number, total: number): void; end(): void } {
  const isTerminal = process.stderr.isTTY
  let shown = ''
  return {
    show(text, done, total) {
      const line = `${text}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
      if (isTerminal) {
        process.stderr.write(`\r\u001b[K${line}`)
        return
      }
      const quarter = `${text} ${Math.floor((done / total) * 4)}`
      if (quarter !== shown && done > 1) console.error(line)
      shown = quarter
    },
    end() {
      if (isTerminal) process.stderr.write('\r\u001b[K')
    },
  }
}
