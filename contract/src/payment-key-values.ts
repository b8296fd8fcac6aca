/** Without zod. */

/** The environments of the gateway. Each has keys of its own. */
export const gatewayEnvironments = ['sandbox', 'production'] as const
export type GatewayEnvironment = (typeof gatewayEnvironments)[number]

/** The keys of the payment sandbox inside the server. They are no secret: no money moves with them. */
export const simulationKeys = { serverKey: 'SB-Mid-server-local', clientKey: 'SB-Mid-client-local' } as const

/** The beginning of a key. Source: docs.midtrans.com, access keys. */
export const keyPrefix = (environment: GatewayEnvironment, kind: 'server' | 'client'): string =>
  `${environment === 'production' ? '' : 'SB-'}Mid-${kind}-`
