import type { FileHandle } from 'node:fs/promises'
import { imageSentences } from '@camilan/contract/images'
import type { AdminSettings, PictureSetting } from '@camilan/contract/settings'
import type { Media } from '../media/open-media.ts'
import { storeImage } from '../media/store-image.ts'
import type { Caller } from '../people/login/guards.ts'
import { InvalidForm } from '../platform/errors.ts'
import { type ChangeDeps, changeSettings } from './change-settings.ts'

interface PictureChange {
  name: PictureSetting
  version: number
  image: FileHandle | undefined
}

/**
 * Store the picture, then use it, for example as the logo.
 * @throws {ShopError} of `storeImage` and of `changeSettings`
 */
export async function changePicture(
  { media, ...deps }: ChangeDeps & { media: Media },
  by: Caller,
  { name, version, image }: PictureChange,
  now: Date,
): Promise<AdminSettings> {
  if (!image) throw new InvalidForm({ image: name === 'logo' ? 'Pilih gambar logo.' : 'Pilih gambar.' })
  const stored = await storeImage(media, by, { file: image, unsupported: imageSentences.productType })
  return changeSettings(deps, by, { version, change: { [name]: stored } }, now)
}
