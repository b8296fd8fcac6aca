import { expect, test } from 'vitest'
import { textOfFile } from './text-of-file.ts'

test('a file of Excel in the characters of Windows or in UTF-16 is read like one in UTF-8, a workbook is not', () => {
  const utf8 = new TextEncoder().encode('Kué “Ani”')
  const windows = Uint8Array.from([0x4b, 0x75, 0xe9, 0x20, 0x93, 0x41, 0x6e, 0x69, 0x94])
  const utf16 = Uint8Array.from([
    0xff,
    0xfe,
    ...[...'Kué “Ani”'].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]),
  ])
  for (const { buffer } of [utf8, windows, utf16]) expect(textOfFile(buffer)).toBe('Kué “Ani”')
  expect(textOfFile(new TextEncoder().encode('PK\u0003\u0004').buffer)).toBeUndefined()
  expect(textOfFile(new ArrayBuffer(0))).toBe('')
})
