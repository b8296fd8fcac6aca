import { createRequire } from 'node:module'
import path from 'node:path'
import type { Shop } from '@camilan/contract/shop'
import middie from '@fastify/middie'
import { createRequestHandler } from 'react-router'
import type { Pages } from './pages.ts'
import type { WebBuild } from './web-build.ts'

const web = path.resolve(import.meta.dirname, '../../../../web')

/** The pages straight from their sources, through Vite, with hot reload. No cache, no policy. */
export async function developmentPages(shop: Shop): Promise<Pages> {
  const vitePath = createRequire(path.join(web, 'package.json')).resolve('vite')
  const { createServer }: typeof import('vite') = await import(vitePath)
  return {
    async register(app) {
      const vite = await createServer({
        root: web,
        appType: 'custom',
        server: { middlewareMode: true, hmr: { server: app.server } },
      })
      app.addHook('onClose', () => vite.close())
      await app.register(middie, { hook: 'onRequest' })
      app.use((request, response, next) => {
        if (/^\/(api|media|snap|bca|_sandbox|v2)\//.test(request.url ?? '')) next()
        else vite.middlewares(request, response, next)
      })
      app.get('/*', { schema: { hide: true } }, async (request, reply) => {
        const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as WebBuild
        const url = new URL(request.url, shop.info().publicUrl)
        const response = await createRequestHandler(build, 'development')(
          new Request(url),
          build.entry.module.makeContext(shop),
        )
        return reply
          .status(response.status)
          .type('text/html; charset=utf-8')
          .send(await response.text())
      })
    },
    clear() {},
  }
}
