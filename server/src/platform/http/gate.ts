/**
 * Shares the process among all clients, before any other code sees a request. While there is room no request is refused;
 * without room the network that holds most loses its newest (docs/decisions/0042-one-gate-bounds-what-arrives.md).
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import { FairPlaces } from '../concurrency/fair-places.ts'
import { clientNetwork } from './client-network.ts'
import { type Connection, connectionOf, type GatedSocket, type Held, type Place, type Turn } from './held-requests.ts'
import { Holdings } from './holdings.ts'
import { type RefuseRequest, refusesRequests } from './refused-request.ts'
import { bodyBytes, isPiecemeal, requestBytes } from './request-bytes.ts'
import { stopParsingWhen } from './stop-parsing.ts'

/** No browser and no proxy sends another request on a connection before it has the answer. */
const maxHeldByConnection = 16
/**
 * The limit for bodies without a length. They may arrive in pieces of a byte, each of which is work: 64 kB of them take 20
 * ms, and Node parses the data of every connection before other code runs.
 */
const maxPiecemealByNetwork = 8
/** For a heap of 512 MB in a limit of 768 MB. */
const defaultBounds = { connections: 8_192, requests: 8_192, bytes: 48 * 1024 * 1024 }
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
  readonly #connections = new Holdings<Connection>()
  readonly #requests = new Holdings<Held>()
  readonly #bytes = new Holdings<Held>()
  readonly #piecemeal = new Holdings<Held>()
  readonly #places: Record<keyof typeof defaultPlaces, FairPlaces<Held>>
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

  /** Handle every request before routing from now on. Fastify's `serverFactory` binds `localhost` to other addresses. */
  open({ server, routing }: FastifyInstance): void {
    this.#route = routing
    server.off('request', routing)
    server.prependListener('request', (request, response) => this.#receive(request, response))
    server.on('connection', (socket) => this.#connect(socket))
  }

  responseOn(socket: GatedSocket): ServerResponse | undefined {
    return socket[connectionOf]?.held[0]?.response
  }

  #connect(socket: GatedSocket): void {
    const network = clientNetwork(socket.remoteAddress ?? '')
    const connection: Connection = { socket, network, held: [], isCut: false }
    socket[connectionOf] = connection
    stopParsingWhen(socket, () => connection.isCut)
    this.#connections.add(network, connection)
    socket.once('close', () => this.#cut(connection))
    if (this.#connections.total <= this.#bounds.connections) return
    this.refused += 1
    this.#cut(this.#connections.newestOfMost(network) ?? connection)
  }

  #cut(connection: Connection): void {
    if (connection.isCut) return
    connection.isCut = true
    this.#connections.remove(connection.network, connection)
    for (const held of connection.held.splice(0)) this.#release(held)
    connection.socket.destroy()
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const connection = (request.socket as GatedSocket)[connectionOf]
    if (!connection) return
    const isAnswered = connection.held.length === 0 && this.#options.answer(request, response)
    if (isAnswered && response.writableLength === 0) return // not writableFinished, which is true a moment later
    if (connection.held.length >= maxHeldByConnection) return void this.#cut(connection)
    const held = this.#hold(request, response, connection)
    if (isAnswered) held.state = 'begun'
    if (held.turn) this.#count(held)
    if (held.turn && isPiecemeal(request)) this.#boundPieces(held)
    if (connection.held[0] === held && held.state === 'behind another') this.#enter(held)
  }

  #hold(request: IncomingMessage, response: ServerResponse, connection: Connection): Held {
    const ownBytes = requestBytes(request)
    const held: Held = {
      request,
      response,
      connection,
      network: this.#trusts ? clientNetwork(proxyAddr(request, this.#trusts)) : connection.network,
      turn: this.#options.turnOf(request),
      ownBytes,
      bytes: ownBytes + response.writableLength,
      state: 'behind another',
      placedAt: undefined,
      isCounted: false,
    }
    connection.held.push(held)
    response.once('close', () => this.#leave(held))
    return held
  }

  #count(held: Held): void {
    const { network } = held
    held.isCounted = true
    this.#requests.add(network, held)
    this.#bytes.add(network, held, held.bytes)
    this.#looking ??= setInterval(() => this.#look(), lookMs).unref()
    if (this.#requests.total > this.#bounds.requests) this.#makeRoom(this.#requests, network)
    while (this.#bytes.total > this.#bounds.bytes) this.#makeRoom(this.#bytes, network)
  }

  #boundPieces(held: Held): void {
    const { network, request, response, connection } = held
    this.#piecemeal.add(network, held)
    if (this.#piecemeal.amountOf(network) <= maxPiecemealByNetwork) return
    this.refused += 1
    response.shouldKeepAlive = false
    this.#refuse(request, response)
    this.#cut(connection)
  }

  #makeRoom(full: Holdings<Held>, network: string): void {
    const held = full.newestOfMost(network)
    if (!held) return
    this.refused += 1
    if (held.state === 'begun' || held.connection.held[0] !== held) return void this.#cut(held.connection)
    this.#release(held)
    held.state = 'begun'
    this.#refuse(held.request, held.response)
  }

  #enter(held: Held): void {
    const { request, turn, network } = held
    held.state = 'waits'
    if (turn) this.#places[turn.place].enter(network, held, turn.units + bodyBytes(request) / bytesPerUnit)
    else this.#begin(held)
  }

  #begin(held: Held): void {
    held.state = 'begun'
    held.placedAt = performance.now()
    this.#route(held.request, held.response)
  }

  /** Its answer was sent, or its client has gone. */
  #leave(held: Held): void {
    const { connection, network, response, turn } = held
    const index = connection.held.indexOf(held)
    if (index < 0) return
    connection.held.splice(index, 1)
    this.#release(held)
    if (turn && response.statusCode === 404) this.#places[turn.place].charge(network, notFoundUnits)
    const [next] = connection.held
    if (next?.state !== 'behind another') return
    if (this.#options.answer(next.request, next.response)) next.state = 'begun'
    else this.#enter(next)
  }

  #release(held: Held): void {
    const { turn, network } = held
    if (!turn) return
    if (held.isCounted) this.#requests.remove(network, held)
    held.isCounted = false
    if (isPiecemeal(held.request)) this.#piecemeal.remove(network, held)
    this.#bytes.remove(network, held, held.bytes)
    if (held.state === 'waits') this.#places[turn.place].remove(network, held)
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
      // A stream, or a long download: it holds only the data that its client does not read.
      if (held.isCounted && response.headersSent) {
        held.isCounted = false
        this.#requests.remove(network, held)
      }
      const bytes = held.ownBytes + response.writableLength
      this.#bytes.change(network, bytes - held.bytes)
      held.bytes = bytes
    }
    while (this.#bytes.total > this.#bounds.bytes) this.#makeRoom(this.#bytes, '')
    if (this.#bytes.total > 0) return
    clearInterval(this.#looking)
    this.#looking = undefined
  }
}
