import pg from 'pg'

/** The texts of the statements that this process sends to PostgreSQL while `work` runs, in their order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [config] = args as [string | { text: string }]
    texts.push(typeof config === 'string' ? config : config.text)
    return Reflect.apply(query, this, args)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return texts
}

/** Without the statements about sent events, which requests share, and the one that reads the settings every 5 s. */
export const isOfRequest = (text: string) =>
  !/pg_notify|from event_marks/.test(text) && text !== 'select "settings", "version" from "shop_settings"'
