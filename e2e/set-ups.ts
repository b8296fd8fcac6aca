/** The two set-ups in which the tests run the shop. */
export const firstPort = Number(process.env.E2E_PORT ?? 4400)

/** The environment variable with the folder in which each shop has a data folder of its own. */
export const dataVariable = 'E2E_DATA'

export interface SetUp {
  url: string
  /** Origin of the payment sandbox as browsers reach it. */
  sandboxUrl: string
}

/** As with `npm start`: the payment pages have the shop's own origin. */
export const oneOrigin: SetUp = {
  url: `http://localhost:${firstPort}`,
  sandboxUrl: `http://localhost:${firstPort}`,
}

/** As with the real gateway: the payment pages have another origin, and here also another site. */
export const twoOrigins: SetUp = {
  url: `http://localhost:${firstPort + 1}`,
  sandboxUrl: `http://127.0.0.1:${firstPort + 2}`,
}

/** Of the payment sandbox that is a process of its own. */
export const gatewayKeys = { serverKey: 'SB-Mid-server-e2e', clientKey: 'SB-Mid-client-e2e' }
export const sandboxKeys = { MIDTRANS_SERVER_KEY: gatewayKeys.serverKey, MIDTRANS_CLIENT_KEY: gatewayKeys.clientKey }

/** Environment of a shop whose gateway is this sandbox. */
export const separateSandbox = {
  ...sandboxKeys,
  MIDTRANS_SNAP_URL: twoOrigins.sandboxUrl,
  MIDTRANS_API_URL: twoOrigins.sandboxUrl,
}

/** The seller in the demo data. */
export const seller = { name: 'Bu Sari', email: 'admin@camilan.test', password: 'admin12345' }
