import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Body, bodyOf, bytesIn, encodingFor, makeAnswer, variantFor } from './answer.ts'

const long = '<p>Nastar</p>'.repeat(100)

const textOf = (body: Body = '') => bytesIn(body).toString()

test('an answer exists in each encoding, and its ETag changes with its content', async () => {
  const [answer, other] = [await makeAnswer(200, long, {}), await makeAnswer(200, `${long} `, {})]
  expect(textOf(await bodyOf(answer, 'identity'))).toBe(long)
  expect(brotliDecompressSync(bytesIn(answer.body)).toString()).toBe(long)
  expect(gunzipSync(bytesIn((await bodyOf(answer, 'gzip')) ?? '')).toString()).toBe(long)
  expect(await bodyOf(answer, 'notModified')).toBeUndefined()
  expect(answer.etag).toMatch(/^W\/"[\w-]+"$/)
  expect(answer.etag).not.toBe(other.etag)
})

test('a long body is kept as its bytes, without more', async () => {
  const text = Array.from({ length: 20_000 }, (_, n) => `Kue ${n * 7919}é`).join()
  const answer = await makeAnswer(200, text, {})
  for (const body of [answer.body, await bodyOf(answer, 'identity'), await bodyOf(answer, 'gzip')]) {
    expect(body).toBeInstanceOf(Buffer)
    if (body instanceof Buffer) expect(body.buffer.byteLength).toBe(body.length)
  }
  expect(textOf(await bodyOf(answer, 'identity'))).toBe(text)
})

test('a short body is text that has its bytes, whatever they are', async () => {
  for (const text of ['é – “kue” 🍪', `${long} – 🍪`]) {
    const answer = await makeAnswer(200, text, {})
    expect([typeof answer.body, textOf(await bodyOf(answer, 'identity'))]).toEqual(['string', text])
  }
})

test('a short answer is not compressed', async () => {
  const answer = await makeAnswer(200, 'x'.repeat(1_023), {})
  expect(answer.encoding).toBe('identity')
  expect(variantFor(answer, { 'accept-encoding': 'br, gzip' })).toBe('identity')
})

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000,gzip ;q=0', 'identity'],
  ['deflate', 'identity'],
  ['abr, xgzip', 'identity'],
])('Accept-Encoding %s gets %s', (header, encoding) => {
  expect(encodingFor(header)).toBe(encoding)
  expect(encodingFor(header)).toBe(encoding)
})

test('an answer that the client already has is not sent again, unless it is a failure', async () => {
  const [answer, missing] = [await makeAnswer(200, long, {}), await makeAnswer(404, long, {})]
  const { etag } = answer
  expect(variantFor(answer, { 'if-none-match': `"x", ${etag}`, 'accept-encoding': 'br' })).toBe('notModified')
  expect(variantFor(answer, { 'if-none-match': etag.replace('W/', ''), 'accept-encoding': 'br' })).toBe('notModified')
  expect(variantFor(answer, { 'if-none-match': '*', 'accept-encoding': 'br' })).toBe('notModified')
  expect(variantFor(answer, { 'if-none-match': '"x"', 'accept-encoding': 'br' })).toBe('br')
  expect(variantFor(missing, { 'if-none-match': etag })).toBe('identity')
  expect(variantFor(answer, { 'x-no-compression': '1', 'accept-encoding': 'br' })).toBe('identity')
})
