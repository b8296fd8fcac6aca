import { pictureSentences, readPictures } from '@camilan/contract/product-pictures'
import { setLook } from '../media/files/full-sets.ts'
import { keepStoredPicture } from '../media/files/removal.ts'
import type { Media } from '../media/open-media.ts'
import type { Tx } from '../platform/db/db.ts'
import { InvalidForm } from '../platform/errors.ts'
import { publishPictureChange } from './catalog-change.ts'
import type { ProductRow } from './queries.ts'

interface ChosenPictures {
  /** The field of the form: URLs separated by spaces. Undefined keeps the pictures. */
  images: string | undefined
  /** The hash of an uploaded picture, which replaces the first one; undefined or null keeps it. */
  image: string | null | undefined
}

type PictureColumns = Pick<ProductRow, 'image' | 'more_images'>

const picturesIn = (images: string | undefined) =>
  (images === undefined ? [] : readPictures(images)).flatMap((picture) => picture ?? [])

/**
 * Keep the pictures that a form names from being deleted. Call it before the transaction that refers to them.
 * @throws {InvalidForm} one of them is not stored, or no longer
 */
export async function keepPictures(media: Media, images: string | undefined): Promise<void> {
  for (const { hash } of picturesIn(images)) {
    if (!(await keepStoredPicture(media, hash))) throw new InvalidForm({ images: pictureSentences.gone })
  }
}

/** The columns after a form. */
export function chosenPictures({ images, image }: ChosenPictures, before?: PictureColumns): PictureColumns {
  const named = images && picturesIn(images).map(({ hash }) => hash)
  const [first, ...others] = named || [before?.image ?? [], before?.more_images ?? []].flat()
  return { image: image ?? first ?? null, more_images: others.filter((other) => other !== image) }
}

/** Store the focus of each picture that the form names with one. Every product with the picture shows it so. */
export async function storeFocus(tx: Tx, images: string | undefined): Promise<void> {
  // In one order, so that two forms never wait for each other.
  for (const { hash, focus } of picturesIn(images).sort((a, b) => (a.hash < b.hash ? -1 : 1))) {
    if (focus && (await setLook(tx, hash, { focus }))) await publishPictureChange(tx, hash)
  }
}
