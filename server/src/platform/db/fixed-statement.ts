import type { CompiledQuery } from 'kysely'
import type { Db } from './db.ts'

/** Stands for a value while the text is made. */
class Placeholder {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`the text of a fixed statement can't depend on ${String(this.name)}`)
  }

  toJSON(): never {
    return this[Symbol.toPrimitive]()
  }
}

/**
 * A statement whose text is the same for all values. Kysely takes a tenth of a millisecond or more to build and compile a
 * text. Here it is done once, and later uses only pass their values.
 * @param build  gets placeholders instead of values, and may use them only as parameters. A text that depends on a value,
 *   for example with one more condition, is another statement
 */
export function fixedStatement<Values extends object, Row, On extends Db>(
  build: (db: On, values: Values) => { compile(db: Db): CompiledQuery<Row> },
): (db: On, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, values) => {
    compiled ??= build(db, placeholders<Values>()).compile(db)
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

function placeholders<Values extends object>(): Values {
  return new Proxy({} as Values, {
    get: (_, name) => new Placeholder(name),
    ownKeys() {
      throw new Error('a fixed statement names each of its values')
    },
  })
}
