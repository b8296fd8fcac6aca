/** Files at fixed addresses that browsers and search engines ask for, with the name and the address of this shop. */
import type { FastifyPluginAsync } from 'fastify'
import { makeAnswer } from './platform/http/answer.ts'
import { StoredAnswer } from './platform/http/answer-cache.ts'
import type { ReadyAnswers } from './platform/http/ready-answers.ts'

interface Site {
  shopName: string
  /** The origin of the pages, without a trailing slash. */
  publicUrl: string
  ready: ReadyAnswers
}

/** They need an account or are no pages. Each stands for all paths that begin with it. */
const notForSearchEngines = [
  '/admin',
  '/api/',
  '/auth/',
  '/cart',
  '/order',
  '/my-order',
  '/profile',
  '/notifications',
  '/help',
  '/about-us',
  '/snap/',
  '/bca/',
  '/_sandbox/',
]

const robots = (publicUrl: string) =>
  [
    'User-agent: *',
    ...notForSearchEngines.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')

/** What a phone needs to put the shop on its home screen. The colours are those of the pages in light. */
const manifest = (shopName: string) =>
  JSON.stringify({
    name: shopName,
    short_name: shopName,
    lang: 'id',
    id: '/',
    start_url: '/',
    scope: '/',
    // With the browser's back button: not every page has one.
    display: 'minimal-ui',
    background_color: '#fff8ec',
    theme_color: '#fff8ec',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })

export function siteFiles({ shopName, publicUrl, ready }: Site): FastifyPluginAsync {
  const files = [
    { path: '/robots.txt', type: 'text/plain; charset=utf-8', text: robots(publicUrl) },
    { path: '/manifest.webmanifest', type: 'application/manifest+json', text: manifest(shopName) },
  ]
  return async (server) => {
    for (const { path, type, text } of files) {
      const headers = { 'content-type': type, 'cache-control': 'public, max-age=3600' }
      const stored = new StoredAnswer(await makeAnswer(200, text, headers))
      server.get(path, { schema: { hide: true } }, (request, reply) => ready.send(stored, request, reply))
    }
  }
}
