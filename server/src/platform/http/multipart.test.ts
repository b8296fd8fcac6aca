import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ProductChange } from '@camilan/contract/product-form'
import multipart from '@fastify/multipart'
import fastify from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { formBytes, formOf } from '../../testing/forms.ts'
import { configureJsonApi } from './json-api.ts'
import { multipartOptions, withForm } from './multipart.ts'

const openFiles: FileHandle[] = []
let folder = ''
const photo = {
  name: 'photo',
  maxBytes: 5_000_000,
  tooLarge: 'Fotonya terlalu besar.',
  async openFile() {
    const file = await open(path.join(folder, String(openFiles.length)), 'wx+')
    openFiles.push(file)
    return file
  },
}

const app = fastify()
app.register(multipart, multipartOptions)
app.register(async (api) => {
  configureJsonApi(api)
  api.post('/form', (request) =>
    withForm(request, ProductChange, photo, async ({ form, file }) => {
      if (form.name === 'rusak') throw new Error('broken')
      return { form, photo: await file?.readFile('latin1') }
    }),
  )
})
let origin = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'test-forms-'))
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})
/** The number of an open file is negative once it is closed. */
afterEach(() => expect.poll(() => openFiles.every(({ fd }) => fd < 0), { timeout: 10_000 }).toBe(true))

async function send(fields: Record<string, string | Blob>) {
  const answer = await app.inject({ method: 'POST', url: '/form', payload: formOf(fields) })
  return { status: answer.statusCode, body: answer.json() }
}

test('texts are parsed by the schema and the file is passed on', async () => {
  expect(await send({ name: ' Nastar ', price: '45000', photo: new Blob(['picture']) })).toEqual({
    status: 200,
    body: { form: { name: 'Nastar', price: 45_000 }, photo: 'picture' },
  })
})

test('text in the file field, an empty file field and other files are ignored', async () => {
  const oldUrl = 'http://169.254.169.254/media/old.webp'
  expect((await send({ photo: oldUrl })).body).toEqual({ form: {} })
  expect((await send({ photo: new File([], '') })).body).toEqual({ form: {} })
  expect((await send({ other: new File(['x'.repeat(1_000_000)], 'x.png'), stock: '3' })).body).toEqual({
    form: { stock: 3 },
  })
})

test('the first of two files in the field, and of two texts of one name, is used', async () => {
  const form = new FormData()
  for (const content of ['first', 'second']) form.append('photo', new Blob([content]))
  for (const name of ['Nastar', 'Kastengel']) form.append('name', name)
  const answer = await fetch(`${origin}/form`, { method: 'POST', body: form })
  expect(await answer.json()).toEqual({ form: { name: 'Nastar' }, photo: 'first' })
})

test('an invalid form is refused with a sentence for each field', async () => {
  expect(await send({ price: '0', stock: 'banyak' })).toEqual({
    status: 400,
    body: {
      code: 'VALIDATION',
      errors: 'Harga harus antara 1 dan 100.000.000.',
      message: 'Harga harus antara 1 dan 100.000.000.',
      fields: { price: 'Harga harus antara 1 dan 100.000.000.', stock: 'Stok harus berupa angka bulat.' },
    },
  })
})

test('the file is closed when its use fails, and when the client disconnects before the end of the body', async () => {
  expect((await send({ name: 'rusak', photo: new Blob(['picture']) })).status).toBe(500)
  const { payload, headers } = await formBytes({ photo: new Blob([Buffer.alloc(3_000_000)]) })
  const opened = openFiles.length
  const client = connect(Number(new URL(origin).port), '127.0.0.1')
  client.write(`POST /form HTTP/1.1\r\nhost: x\r\ncontent-type: ${headers['content-type']}\r\n`)
  client.write(`content-length: ${payload.length}\r\n\r\n`)
  client.write(payload.subarray(0, 1_000_000))
  // The received content is on the disk, not in memory.
  const written = async () => (await openFiles[opened]?.stat())?.size
  await expect.poll(written, { timeout: 10_000 }).toBeGreaterThan(900_000)
  client.destroy()
})

test('a failure of the disk is not blamed on the form', async () => {
  const unusable = { ...photo, openFile: () => Promise.reject(new Error('ENOSPC')) }
  const full = fastify()
  full.register(multipart, multipartOptions)
  full.post('/form', (request) => withForm(request, ProductChange, unusable, async () => 'read'))
  const payload = formOf({ photo: new Blob(['picture']) })
  const answer = await full.inject({ method: 'POST', url: '/form', payload })
  expect(answer.json()).toMatchObject({ statusCode: 500, message: 'ENOSPC' })
  await full.close()
})

describe('limits', () => {
  test('a file of exactly the limit is accepted, one byte more is refused with the given sentence', async () => {
    const largest = await send({ photo: new Blob([Buffer.alloc(photo.maxBytes)]) })
    expect(largest.body.photo).toHaveLength(photo.maxBytes)
    expect(await send({ photo: new Blob([Buffer.alloc(photo.maxBytes + 1)]) })).toMatchObject({
      status: 413,
      body: { code: 'PAYLOAD_TOO_LARGE', errors: photo.tooLarge },
    })
  })

  test('a client that is still sending receives the error, and the connection stays usable', async () => {
    const body = formOf({ photo: new Blob([Buffer.alloc(30_000_000)]), name: 'Nastar' })
    for (const _ of ['first', 'again']) {
      const answer = await fetch(`${origin}/form`, { method: 'POST', body })
      expect(answer.status).toBe(413)
      await answer.json()
    }
  })

  test('ten thousand parts or a hundred files are too many', async () => {
    const texts = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`field${n}`, 'x']))
    expect((await send(texts)).status).toBe(413)
    const files = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`file${n}`, new Blob(['x'])]))
    expect((await send(files)).status).toBe(413)
  })

  test('a text of a megabyte is refused as too long', async () => {
    expect(await send({ description: 'x'.repeat(1_000_000) })).toMatchObject({
      status: 400,
      body: { fields: { description: 'Deskripsi paling panjang 5000 karakter.' } },
    })
  })
})

describe('malformed bodies', () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const post = (payload: string, type = headers) => app.inject({ method: 'POST', url: '/form', payload, headers: type })

  test('a body that is not multipart is an unsupported type', async () => {
    const answer = await post('{}', { 'content-type': 'application/json' })
    expect(answer.json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA' })
    expect(answer.statusCode).toBe(415)
  })

  test.each([
    ['cut off in a text', '--b\r\ncontent-disposition: form-data; name="name"\r\n\r\nNast'],
    ['cut off in a file', '--b\r\ncontent-disposition: form-data; name="photo"; filename="a"\r\n\r\nab'],
    ['without parts', 'nothing of the sort'],
    ['with a field named __proto__', '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n'],
    [
      'with broken JSON',
      '--b\r\ncontent-disposition: form-data; name="a"\r\ncontent-type: application/json\r\n\r\n{\r\n--b--\r\n',
    ],
  ])('a form %s is 400', async (_, payload) => {
    const answer = await post(payload)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'VALIDATION'])
  })

  test('a form without boundary is 400', async () => {
    expect((await post('x', { 'content-type': 'multipart/form-data' })).statusCode).toBe(400)
  })
})
