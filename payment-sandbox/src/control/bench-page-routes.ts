import type { FastifyInstance } from 'fastify'
import { readPageFiles, sendPageFile } from '../browser/page-files.ts'

/** The test bench for eyes and hands. */
export async function benchPageRoutes(app: FastifyInstance): Promise<void> {
  const files = await readPageFiles()
  app.get('/_sandbox/', async (_request, reply) => sendPageFile(reply, files, 'bench.html'))
  app.get<{ Params: { file: string } }>('/_sandbox/assets/:file', async (request, reply) =>
    sendPageFile(reply, files, request.params.file),
  )
}
