import type { FastifyInstance } from 'fastify'
import { readPageFiles, sendPageFile } from '../browser/page-files.ts'

export async function controlPageRoutes(app: FastifyInstance): Promise<void> {
  const files = await readPageFiles()
  app.get('/_sandbox/', async (_request, reply) => sendPageFile(reply, files, 'control-page.html'))
  app.get<{ Params: { file: string } }>('/_sandbox/assets/:file', async (request, reply) =>
    sendPageFile(reply, files, request.params.file),
  )
}
