/**
 * Shares the process among all clients, before any other code sees a request. While there is room no request is refused;
 * without room the network that holds most loses its newest (docs/decisions/0042-one-gate-bounds-what-arrives.md).
 */
import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { FairPlaces } from '../../concurrency/fair-places.ts'
import { ClientConnection } from './client-connection.ts'
import { clientNetwork } from './client-network.ts'
import { FrontedServer } from './fronted-server.ts'
import { bodyBytes, type Held, type Place, requestBytes, type Turn } from './held-requests.ts'
import { Holdings } from './holdings.ts'
import { type RefuseRequest, refusesRequests } from './refused-request.ts'

/** For a heap of 512 MB in a limit of 768 MB. A request takes 4 kB at least. */
const defaultBounds = { connections: 8_192, bytes: 48 * 1024 * 1024 }
/** This many bytes of a body weigh as much as a request. */
const bytesPerUnit = 64 * 1024
/** A failed lookup is not kept, so the next such request costs as much. */
const notFoundUnits = 3
/** A slow request leaves its place: a gateway or a slow picture must not keep others waiting. */
const placeMs = { reads: 5_000, logins: 5_000, usual: 1_500 }
const lookMs = 250
/** The number of simultaneous requests. Those that strangers can invent have few places: reads, and passwords to hash. */
const defaultPlaces: Record<Place, number> = { reads: 8, logins: 8, usual: 64 }

type Listener = (request: IncomingMessage, response: ServerResponse) => void

export interface GateOptions {
  trustProxy: readonly string[]
  turnOf: (request: IncomingMessage) => Turn
  /** Sends a ready answer. False for a request that Fastify has to answer. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean
  /** The headers of every answer. */
  headers: Readonly<Record<string, string>>
  newId: (request: IncomingMessage) => string
  bounds?: Partial<typeof defaultBounds>
  places?: Partial<typeof defaultPlaces>
}

export class Gate {
  readonly #options: GateOptions
  readonly #bounds: typeof defaultBounds
  readonly #refuse: RefuseRequest
  readonly #trusts: ReturnType<typeof proxyAddr.compile> | undefined
  readonly #connections = new Holdings<ClientConnection>()
  readonly #bytes = new Holdings<Held>()
  readonly #places: Record<Place, FairPlaces<Held>>
  #route: Listener = () => {}
  #looking: NodeJS.Timeout | undefined
  /** The number of requests and connections without room. */
  refused = 0

  constructor(options: GateOptions) {
    this.#options = options
    this.#bounds = { ...defaultBounds, ...options.bounds }
    const { reads, logins, usual } = { ...defaultPlaces, ...options.places }
    const places = (count: number) => new FairPlaces<Held>(count, (held) => this.#begin(held))
    this.#places = { reads: places(reads), logins: places(logins), usual: places(usual) }
    this.#refuse = refusesRequests(options)
    this.#trusts = options.trustProxy.length > 0 ? proxyAddr.compile([...options.trustProxy]) : undefined
  }

  /** @param route  answers the requests, each when it has a place */
  serverFor(route: Listener, options: ServerOptions): FrontedServer {
    this.#route = route
    const server = new FrontedServer(options, (request, response) => this.#receive(request, response))
    server.on('connection', (connection) => connection instanceof ClientConnection && this.#connect(connection))
    return server
  }

  #connect(connection: ClientConnection): void {
    const { network } = connection
    this.#connections.add(network, connection)
    connection.once('close', () => this.#cut(connection))
    if (this.#connections.total <= this.#bounds.connections) return
    this.refused += 1
    this.#cut(this.#connections.newestOfMost(network) ?? connection)
  }

  #cut(connection: ClientConnection): void {
    this.#connections.remove(connection.network, connection)
    for (const held of connection.held.splice(0)) this.#release(held)
    connection.destroy()
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const connection = connectionOf(request)
    if (connection.destroyed) return
    const isAnswered = this.#options.answer(request, response)
    const held = this.#hold(request, response, connection)
    if (isAnswered) held.state = 'begun'
    else if (!held.turn) return void this.#begin(held)
    this.#bytes.add(held.network, held, held.bytes)
    this.#looking ??= setInterval(() => this.#look(), lookMs).unref()
    this.#makeRoom(held.network)
    if (held.turn && held.state === 'waits' && !connection.destroyed) this.#enter(held, held.turn)
  }

  #hold(request: IncomingMessage, response: ServerResponse, connection: ClientConnection): Held {
    const ownBytes = requestBytes(request)
    const held: Held = {
      request,
      response,
      network: this.#trusts ? clientNetwork(proxyAddr(request, this.#trusts)) : connection.network,
      turn: this.#options.turnOf(request),
      ownBytes,
      bytes: ownBytes + response.writableLength,
      state: 'waits',
      placedAt: undefined,
    }
    connection.held.push(held)
    response.once('close', () => this.#leave(held, connection))
    return held
  }

  /** @param latest  the network of the newest request */
  #makeRoom(latest: string): void {
    while (this.#bytes.total > this.#bounds.bytes) {
      const held = this.#bytes.newestOfMost(latest)
      if (!held) return
      this.refused += 1
      const connection = connectionOf(held.request)
      if (held.state === 'begun' || connection.held[0] !== held) this.#cut(connection)
      else {
        this.#release(held)
        held.state = 'begun'
        this.#refuse(held.request, held.response)
      }
    }
  }

  #enter(held: Held, { place, units }: NonNullable<Turn>): void {
    this.#places[place].enter(held.network, held, units + bodyBytes(held.request) / bytesPerUnit)
  }

  #begin(held: Held): void {
    held.state = 'begun'
    held.placedAt = performance.now()
    this.#route(held.request, held.response)
  }

  /** Its answer was sent, or its client has gone. */
  #leave(held: Held, connection: ClientConnection): void {
    const { network, response, turn } = held
    this.#release(held)
    if (turn && response.statusCode === 404) this.#places[turn.place].charge(network, notFoundUnits)
    connection.leave(held)
  }

  #release(held: Held): void {
    const { turn, network } = held
    this.#bytes.remove(network, held, held.bytes)
    if (turn && held.state === 'waits') this.#places[turn.place].remove(network, held)
    this.#leavePlace(held)
  }

  #leavePlace(held: Held): void {
    if (held.placedAt === undefined || !held.turn) return
    held.placedAt = undefined
    this.#places[held.turn.place].leave()
  }

  /** Checks the states that no request reports: a place that is kept for long, and answers that are not read. */
  #look(): void {
    const now = performance.now()
    for (const held of this.#bytes.all()) {
      const { network, request, response, placedAt = now, turn } = held
      const waitsForClient = response.headersSent || (held.state === 'begun' && !request.complete)
      if (turn && (waitsForClient || now - placedAt >= placeMs[turn.place])) this.#leavePlace(held)
      const bytes = held.ownBytes + response.writableLength
      this.#bytes.change(network, bytes - held.bytes)
      held.bytes = bytes
    }
    this.#makeRoom('')
    if (this.#bytes.total > 0) return
    clearInterval(this.#looking)
    this.#looking = undefined
  }
}

/** `FrontedServer` has no others. */
const connectionOf = ({ socket }: IncomingMessage) => socket as unknown as ClientConnection
