import type { FastifyPluginAsync } from 'fastify'
import { type Answer, makeAnswer, sendAnswer } from '../../platform/answers/answer.ts'
import { NotFound } from '../../platform/errors.ts'
import { readStyleSheet, stylesFolder } from './look.ts'

/** `/assets/look-….css`. It is beside the files of the pages, so that the service worker and caches keep it as one of them. */
export const styleSheetRoute: FastifyPluginAsync = async (server) => {
  let last: { name: string; answer: Promise<Answer> } | undefined
  server.get<{ Params: { name: string } }>(
    `${stylesFolder}:name(^look-.*$)`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { name } = request.params
      if (last?.name !== name) {
        const sheet = readStyleSheet(name)
        if (!sheet) throw new NotFound()
        const cacheControl = sheet.isExact ? 'public, max-age=31536000, immutable' : 'no-cache'
        const headers = { 'content-type': 'text/css; charset=utf-8', 'cache-control': cacheControl }
        last = { name, answer: makeAnswer(200, sheet.css, headers) }
      }
      return sendAnswer(await last.answer, request, reply)
    },
  )
}
