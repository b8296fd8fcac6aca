/** What the gate knows of the requests and connections that it holds. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Place = 'reads' | 'logins' | 'usual'

/** The place of a request, and its cost there. Undefined: it runs at once, and is never refused. */
export type Turn = Readonly<{ place: Place; units: number }> | undefined

/** A request without an answer, or one whose answer its client has not read. */
export interface Held {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly connection: Connection
  readonly network: string
  readonly turn: Turn
  /** The weight of the request alone. */
  readonly ownBytes: number
  /** The weight with the data to be sent. */
  bytes: number
  state: 'behind another' | 'waits' | 'begun'
  /** The moment at which it got a place. */
  placedAt: number | undefined
  /** Whether it counts as a request without an answer. */
  isCounted: boolean
}

export interface Connection {
  readonly socket: GatedSocket
  readonly network: string
  /** In their order. Only the first is processed. */
  readonly held: Held[]
  isCut: boolean
}

export const connectionOf = Symbol('connection')
export type GatedSocket = Socket & { [connectionOf]?: Connection }
