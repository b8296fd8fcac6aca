import type { KeyEnvironment } from './key-sets.ts'

/** Origins, without a trailing slash. */
export interface GatewayOrigins {
  snapUrl: string
  apiUrl: string
}

export interface GatewayAccess {
  /** An environment without origins can't be called. */
  origins: Partial<Record<KeyEnvironment, GatewayOrigins>>
  /** Whether the payment page may have an http URL. */
  allowHttp?: boolean
  timeoutMs?: number
  /** Ends open calls, and all later ones at once, when the server stops. They count as unanswered. */
  signal?: AbortSignal
}
