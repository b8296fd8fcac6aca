import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/db/db.ts'
import type { Broadcast } from '../platform/events/broadcast.ts'
import type { Room } from '../platform/room.ts'
import { deleteOldUploads } from './count-upload.ts'
import { deleteUnusedImages } from './delete-unused-images.ts'
import { fullSetTopic } from './files/full-sets.ts'
import { type ImageUrl, imageUrlUnder } from './files/image-url.ts'
import { findBrokenFullSets, makeFullSets } from './make-full-sets.ts'
import type { Media } from './open-media.ts'
import { mediaRoutes } from './routes.ts'

interface PicturesDeps {
  media: Media
  broadcast: Broadcast
  clock: Clock
  publicUrl: string
  onNewFiles: (tx: Tx, hash: string) => Promise<void>
  /** The URLs of many pictures may change. */
  onLostFiles: (tx: Tx) => Promise<void>
}

/** Before that a new picture is shown by its basic files. */
const fullSetSeconds = 10

export async function openPictures(deps: PicturesDeps): Promise<Room & { imageUrl: ImageUrl }> {
  const { media, broadcast, clock, publicUrl, onNewFiles, onLostFiles } = deps
  broadcast.subscribe(fullSetTopic, media.fullSets)
  await media.fullSets.load()
  return {
    imageUrl: imageUrlUnder(publicUrl, media.fullSets),
    site: [mediaRoutes(media.store)],
    jobs: [
      {
        name: 'delete pictures that nothing refers to',
        seconds: 3600,
        task: (db, signal) => deleteUnusedImages({ ...media, db }, clock(), signal),
      },
      {
        name: 'find full sets of pictures with missing files',
        seconds: 3600,
        task: (db, signal) => findBrokenFullSets({ db, media, onChange: onLostFiles }, signal),
      },
      {
        name: 'make full sets of pictures',
        seconds: fullSetSeconds,
        task: (db, signal) => makeFullSets({ db, media, onChange: onNewFiles }, signal),
      },
    ],
    deleteExpired: deleteOldUploads,
  }
}
