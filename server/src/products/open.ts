import type { FastifyBaseLogger } from 'fastify'
import type { ImageUrl } from '../media/files/image-url.ts'
import type { Media } from '../media/open-media.ts'
import type { RouteDeps } from '../people/login/guards.ts'
import type { ReadyAnswers } from '../platform/answers/ready-answers.ts'
import { minutes } from '../platform/clock.ts'
import { withFewConnections } from '../platform/db/db.ts'
import type { Broadcast } from '../platform/events/broadcast.ts'
import { sharedByProcesses } from '../platform/events/shared-by-processes.ts'
import { dueJob } from '../platform/jobs/due-work.ts'
import type { Job } from '../platform/jobs/schedule-job.ts'
import { isPublicAddress } from '../platform/outgoing/public-request.ts'
import type { Room } from '../platform/room.ts'
import type { Settings } from '../settings/settings.ts'
import { adminCatalogRoutes } from './admin-routes.ts'
import { catalogTopic, listTag, membershipTopic, sitemapTag, soldMostTag, touchedBy } from './catalog-change.ts'
import { fetchPictures, pictureWork } from './import/fetch-pictures.ts'
import { importPicturesTopic } from './import/import-products.ts'
import { keptTotals } from './kept-totals.ts'
import { priceListRoutes } from './price-lists/routes.ts'
import { presentProducts } from './read/present.ts'
import { type ProductReader, productReader } from './read/read-products.ts'
import { sitemapRoutes } from './read/sitemap-routes.ts'
import { catalogRoutes } from './routes.ts'
import { drawSamples } from './samples/draw-samples.ts'

interface CatalogDeps extends RouteDeps {
  /** The number of connections that this process has to the database. */
  connections: number
  broadcast: Broadcast
  media: Media
  imageUrl: ImageUrl
  ready: ReadyAnswers
  publicUrl: string
  log: FastifyBaseLogger
  /** The samples get their pictures after the start. */
  demoData: boolean
  /** The ids of the best sellers, the best first. */
  readSoldMost: () => Promise<string[]>
  settings: Pick<Settings, 'current' | 'onChange'>
}

/** The time until a failed drawing is tried again. */
const drawSeconds = 60
/** The time for which the best sellers are kept. */
const soldMostMs = minutes(5)

export function openCatalog(deps: CatalogDeps): Room & { reader: ProductReader } {
  const { db, broadcast, ready, imageUrl, settings } = deps
  const csvSeparator = () => settings.current().csv_separator
  const totals = keptTotals()
  followCatalog(deps, () => {
    totals.clear()
    ready.expire([sitemapTag])
  })
  const onChange = () => ready.expire([soldMostTag])
  const soldMost = sharedByProcesses({ ms: soldMostMs, db, broadcast, topic: 'sold-most', onChange }, deps.readSoldMost)
  // Strangers can invent any number of searches, so they leave half of the connections to buyers.
  const readsDb = withFewConnections(db, Math.max(1, Math.floor(deps.connections / 2)))
  const present = presentProducts(imageUrl, deps.clock)
  const reader = productReader(readsDb, present, { clock: deps.clock, totals, soldMost, settings: settings.current })
  settings.onChange(() => ready.expire([listTag, sitemapTag]))
  return {
    reader,
    api: [
      catalogRoutes({ reader, ready }),
      ...adminCatalogRoutes({ ...deps, present, totals, csvSeparator }),
      priceListRoutes(deps),
    ],
    site: [sitemapRoutes({ ...deps, grouped: () => settings.current().group_sizes })],
    jobs: [pictureJob(deps), ...(deps.demoData ? [drawJob(deps)] : [])],
  }
}

const pictureJob = ({ clock, media }: CatalogDeps): Job =>
  dueJob(pictureWork, {
    name: 'fetch the pictures of imported products',
    topic: importPicturesTopic,
    clock,
    task: (db, signal) => fetchPictures({ db, media, clock, reach: { isAllowed: isPublicAddress } }, signal),
  })

function drawJob({ media, log }: CatalogDeps): Job {
  const task: Job['task'] = (db, signal) => drawSamples({ media: { ...media, db }, log }, signal)
  return { name: 'draw the pictures of the samples', seconds: drawSeconds, task }
}

/** Removes the answers and totals that a change of products makes wrong. @param onMembership  searches find other products */
function followCatalog({ broadcast, ready }: CatalogDeps, onMembership: () => void): void {
  broadcast.subscribe(membershipTopic, { onEvent: onMembership, onDisconnect: onMembership })
  broadcast.subscribe(catalogTopic, {
    onEvent({ data }) {
      const touched = touchedBy(data)
      if (touched) ready.expire(touched)
      else ready.clear()
    },
    onDisconnect: () => ready.eventsMissed(),
    onCaughtUp: (untilMs) => ready.caughtUp(untilMs),
  })
}
