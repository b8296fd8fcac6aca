/** The two ways in which the shop is run for the tests, and where. */
const firstPort = Number(process.env.E2E_PORT ?? 4400)

/** Names in the environment of the tests the folder in which each shop keeps its data under its name. */
export const dataVariable = 'E2E_DATA'

export interface SetUp {
  /** Origin of the shop. */
  url: string
  /** Origin of the payment sandbox as browsers reach it. */
  sandboxUrl: string
}

/** As `npm start` does it: the payment pages come from the shop's own origin. */
export const oneOrigin: SetUp = {
  url: `http://localhost:${firstPort}`,
  sandboxUrl: `http://localhost:${firstPort}`,
}

/** As with the real gateway: the payment pages come from another origin, which here is another site too. */
export const twoOrigins: SetUp = {
  url: `http://localhost:${firstPort + 1}`,
  sandboxUrl: `http://127.0.0.1:${firstPort + 2}`,
}

/** The seller that the demo data brings. */
export const seller = { name: 'Bu Sari', email: 'admin@camilan.test', password: 'admin12345' }
