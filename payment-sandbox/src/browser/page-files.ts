import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { FastifyReply } from 'fastify'

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
}

interface PageFile {
  type: string
  content: Buffer
}

export type PageFiles = ReadonlyMap<string, PageFile>

/** The files of the pages, read once: they are small and few. */
export async function readPageFiles(): Promise<PageFiles> {
  const folder = new URL('../pages/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => extname(name) in contentTypes)
  const entries = names.map(async (name): Promise<[string, PageFile]> => {
    const type = contentTypes[extname(name)] ?? 'application/octet-stream'
    return [name, { type, content: await readFile(new URL(name, folder)) }]
  })
  return new Map(await Promise.all(entries))
}

export function sendPageFile(reply: FastifyReply, files: PageFiles, name: string): FastifyReply {
  const file = files.get(name)
  if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('not found')
  return reply.type(file.type).send(file.content)
}
