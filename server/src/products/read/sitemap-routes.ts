import type { FastifyPluginAsync } from 'fastify'
import { makeAnswer } from '../../platform/answers/answer.ts'
import type { ReadyAnswers } from '../../platform/answers/ready-answers.ts'
import { limitConcurrency } from '../../platform/concurrency/limit-concurrency.ts'
import { NotFound } from '../../platform/errors.ts'
import { sitemapTag } from '../catalog-change.ts'
import { readSitemap, readSitemapPart, type SitemapDeps } from './sitemap.ts'

/** A large sitemap takes some tenths of a second. */
const oneAtATime = { running: 1, waiting: 20 }

/** Not a part of the API. An answer is kept until products are added, removed or renamed. */
export const sitemapRoutes =
  ({ ready, ...deps }: SitemapDeps & { ready: ReadyAnswers }): FastifyPluginAsync =>
  async (server) => {
    const inTurn = limitConcurrency(oneAtATime)
    const answer = (key: string, read: () => Promise<string | undefined>) =>
      ready.get(
        key,
        async (tags) => {
          tags.add(sitemapTag)
          const text = await read()
          if (text === undefined) throw new NotFound()
          return makeAnswer(200, text, {
            'content-type': 'application/xml; charset=utf-8',
            'cache-control': 'no-cache',
          })
        },
        { inTurn },
      )

    server.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) =>
      ready.send(await answer('/sitemap.xml', () => readSitemap(deps)), request, reply),
    )

    server.get<{ Params: { part: string } }>('/sitemaps/:part', { schema: { hide: true } }, async (request, reply) => {
      const { part } = request.params
      if (!/^[1-9]\d{0,3}$/.test(part)) throw new NotFound()
      return ready.send(await answer(`/sitemaps/${part}`, () => readSitemapPart(deps, Number(part))), request, reply)
    })
  }
