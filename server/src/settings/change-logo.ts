import type { FileHandle } from 'node:fs/promises'
import { imageSentences } from '@camilan/contract/images'
import type { AdminSettings } from '@camilan/contract/settings'
import type { Account } from '../accounts/guards.ts'
import type { Media } from '../media/open-media.ts'
import { storeImage } from '../media/store-image.ts'
import { InvalidForm } from '../platform/errors.ts'
import { type ChangeDeps, changeSettings } from './change-settings.ts'

/**
 * Store the picture, then use it as the logo.
 * @throws {ShopError} of `storeImage` and of `changeSettings`
 */
export async function changeLogo(
  { media, ...deps }: ChangeDeps & { media: Media },
  by: Account,
  { version, image }: { version: number; image: FileHandle | undefined },
  now: Date,
): Promise<AdminSettings> {
  if (!image) throw new InvalidForm({ image: 'Pilih gambar logo.' })
  const logo = await storeImage(media, by, { file: image, unsupported: imageSentences.productType })
  return changeSettings(deps, by, { version, change: { logo } }, now)
}
