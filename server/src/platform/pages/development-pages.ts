import { createRequire } from 'node:module'
import path from 'node:path'
import middie from '@fastify/middie'
import { createRequestHandler } from 'react-router'
import { headersOf } from './page-headers.ts'
import type { PageOptions, Pages } from './pages.ts'
import type { WebBuild } from './web-build.ts'

const web = path.resolve(import.meta.dirname, '../../../../web')

type DevelopmentOptions<Context> = Pick<PageOptions<Context>, 'contextFor' | 'publicUrl'> & {
  /** The first segments of the paths that the server answers itself, so that Vite leaves them alone. */
  serverSegments: readonly string[]
}

/** The pages from their sources, through Vite, with hot reload. They have no cache and no Content-Security-Policy. */
export async function developmentPages<Context>(options: DevelopmentOptions<Context>): Promise<Pages> {
  const { contextFor, publicUrl, serverSegments } = options
  const vitePath = createRequire(path.join(web, 'package.json')).resolve('vite')
  const { createServer }: typeof import('vite') = await import(vitePath)
  return {
    forget() {},
    async register(app) {
      const vite = await createServer({
        root: web,
        appType: 'custom',
        server: { middlewareMode: true, hmr: { server: app.server } },
      })
      app.addHook('onClose', () => vite.close())
      await app.register(middie, { hook: 'onRequest' })
      app.use((request, response, next) => {
        if (serverSegments.some((segment) => request.url?.startsWith(`/${segment}/`))) next()
        else vite.middlewares(request, response, next)
      })
      app.get('/*', { schema: { hide: true } }, async (request, reply) => {
        const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as WebBuild<Context>
        const url = new URL(request.url, publicUrl)
        const response = await createRequestHandler(build, 'development')(
          new Request(url),
          build.entry.module.makeContext(contextFor(new Set())),
        )
        return reply
          .status(response.status)
          .type('text/html; charset=utf-8')
          .headers(headersOf(response))
          .removeHeader('content-security-policy') // that of every answer
          .send(await response.text())
      })
    },
  }
}
