/** The progress of a long command, on stderr: a line that is written again in a terminal, else a line for each tenth. */
export function progressLine(): { show(text: string, done: number, total: number): void; end(): void } {
  const isTerminal = process.stderr.isTTY
  let shownTenth = ''
  return {
    show(text, done, total) {
      const line = `${text}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
      if (isTerminal) {
        process.stderr.write(`\r\u001b[K${line}`)
        return
      }
      const tenth = `${text} ${Math.floor((done / total) * 10)}`
      if (tenth !== shownTenth) console.error(line)
      shownTenth = tenth
    },
    end() {
      if (isTerminal) process.stderr.write('\r\u001b[K')
    },
  }
}
