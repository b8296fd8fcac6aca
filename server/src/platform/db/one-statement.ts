import { type OperationNodeSource, type RawBuilder, sql } from 'kysely'

/**
 * Several writes as one statement, which costs one round trip. All of them see the rows as before the statement, and they
 * run in no particular order. Foreign keys are checked at its end.
 * @returns the statement, with the rows that `last` returns
 */
export function oneStatement<Row>(writes: readonly OperationNodeSource[], last: RawBuilder<Row>): RawBuilder<Row> {
  const named = writes.map((write, index) => sql`${sql.id(`write_${index}`)} as (${write})`)
  return sql<Row>`with ${sql.join(named)} ${last}`
}
