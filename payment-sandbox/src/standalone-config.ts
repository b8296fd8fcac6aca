export interface StandaloneConfig {
  host: string
  port: number
  stateFile: string | undefined
  serverKey: string
  clientKey: string
  notificationUrl: string | undefined
  speed: number
  production: boolean
}

/**
 * Reads the environment of the standalone server.
 * @throws with a message for the person who started it
 */
export function readStandaloneConfig(env: Record<string, string | undefined>): StandaloneConfig {
  const allowed = (env.ALLOW_IN_PRODUCTION ?? '').split(',').map((word) => word.trim())
  const production = env.NODE_ENV === 'production'
  if (production && !allowed.includes('sandbox')) {
    throw new Error('The payment sandbox takes no real money, so it does not start with NODE_ENV=production.')
  }
  const config = {
    host: env.HOST || '127.0.0.1',
    port: Number(env.PORT || 4010),
    stateFile: env.STATE_FILE || undefined,
    serverKey: env.MIDTRANS_SERVER_KEY || 'SB-Mid-server-local',
    clientKey: env.MIDTRANS_CLIENT_KEY || 'SB-Mid-client-local',
    notificationUrl: env.NOTIFICATION_URL || undefined,
    speed: Number(env.SPEED || 1),
    production,
  }
  if (!Number.isInteger(config.port) || config.port < 0 || config.port > 65_535) {
    throw new Error('PORT must be a whole number from 0 to 65535.')
  }
  if (!(config.speed > 0)) throw new Error('SPEED must be a number above 0.')
  if (!config.serverKey.startsWith('SB-') || !config.clientKey.startsWith('SB-')) {
    throw new Error('MIDTRANS_SERVER_KEY and MIDTRANS_CLIENT_KEY must begin with SB-: real keys are not accepted here.')
  }
  return config
}
