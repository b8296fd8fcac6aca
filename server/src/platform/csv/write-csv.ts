/** The form of all CSV files that people download and open in a spreadsheet program. */
import { jakartaWallClock } from '@camilan/contract/jakarta'
import type { Options } from 'csv-stringify'

/** Dates are written in Jakarta's time as every program reads them. Text stays text, see `textCell`. */
export const csvOptions = (delimiter: string): Options => ({
  bom: true,
  delimiter,
  record_delimiter: 'windows',
  // A break of the other kind than that between rows would not be quoted by itself.
  quoted_match: /[\r\n]/,
  cast: { string: (text) => textCell(text, delimiter), date: jakartaWallClock, boolean: String },
})

const formula = /[;\t\r\n]\s*(?=[=+\-@＝＋－＠])/g
/** A field with a comma is not quoted beside semicolons, so that a program that expects commas splits it there. */
const formulaBesideSemicolons = /[,;\t\r\n]\s*(?=[=+\-@＝＋－＠])/g
const formulaInFront = /^(?=[=+\-@＝＋－＠\t\r])/
/** A number would lose its first 0, and its digits after the 15th. `1-2` and `1:30` would become a date and a time. */
const numberOrDate = /^(?=(\d+([.,]\d+)*(e[+-]?\d+)?%?|\d{1,4}[-/. ]\d{1,2}([-/. ]\d{1,4})?|\d{1,3}(:\d\d)+)$)/i

/**
 * Text that a spreadsheet program would run as a formula (OWASP, CSV Injection), or read as a number or a date, gets an
 * apostrophe in front, also after whatever a program may take for the end of a cell.
 */
export function textCell(text: string, delimiter: string): string {
  const inside = text.replace(delimiter === ';' ? formulaBesideSemicolons : formula, "$&'")
  return inside.replace(formulaInFront, "'").replace(numberOrDate, "'")
}

/**
 * The text of a cell that `textCell` wrote. It looks back from each apostrophe: a search from each break would read a cell
 * of breaks once for every one of them.
 */
export const textOfCell = (cell: string): string =>
  cell.replace(/^'(?=\d)/, '').replace(/'(?=[=+\-@＝＋－＠\t\r])(?<=(?:^|[,;\t\r\n]\s*)')/g, '')
