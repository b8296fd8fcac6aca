import pg from 'pg'

const { INT8, NUMERIC, DATE } = pg.types.builtins

/** How column values are parsed. The generated table types match this. */
export const columnParsers: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
    if (oid === INT8 || oid === NUMERIC) return parseNumber
    if (oid === DATE) return (text: string) => text // a day has no time zone, so it is not a Date
    return pg.types.getTypeParser(oid, 'text')
  },
}

/** @throws RangeError for a whole number that a double cannot hold exactly */
function parseNumber(text: string): number {
  const number = Number(text)
  if (!text.includes('.') && !Number.isSafeInteger(number)) throw new RangeError(`${text} is not a safe integer`)
  return number
}
