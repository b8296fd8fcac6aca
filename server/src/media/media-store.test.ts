import { expect, test } from 'vitest'
import { useMedia } from '../testing/media-folder.ts'
import { useTestDb } from '../testing/test-db.ts'

const media = useMedia(useTestDb())

test('a file that could not be written completely is not there', async () => {
  async function* contentOfBrokenDisk() {
    yield Buffer.from('half of it')
    throw new Error('the disk is full')
  }
  const put = media.store.put('a.webp', contentOfBrokenDisk() as unknown as Buffer)
  await expect(put).rejects.toThrow('the disk is full')
  expect(await media.store.get('a.webp')).toBeUndefined()
  await media.store.put('a.webp', Buffer.from('all of it'))
  expect((await media.store.get('a.webp'))?.toString()).toBe('all of it')
})
