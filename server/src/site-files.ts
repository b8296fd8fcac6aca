/** Files at fixed addresses that browsers and search engines ask for, with the name and the address of this shop. */
import { lookColors } from '@camilan/contract/look-colors'
import type { ShopSettings } from '@camilan/contract/settings'
import type { FastifyPluginAsync } from 'fastify'
import { makeAnswer } from './platform/answers/answer.ts'
import type { ReadyAnswers } from './platform/answers/ready-answers.ts'
import type { Settings } from './settings/settings.ts'

interface Site {
  settings: Pick<Settings, 'current'>
  /** The origin of the pages, without a trailing slash. */
  publicUrl: string
  /** A change of the settings clears it. */
  ready: ReadyAnswers
}

/** These paths need an account or are no pages. Each stands for all paths that begin with it. */
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

interface Installed {
  name: string
  /** Under the icon. */
  shortName: string
  start: string
}

const ofShop = ({ shop_name: name }: ShopSettings): Installed => ({ name, shortName: name, start: '/' })

/** A phone cuts the name under an icon after some twelve characters, and the seller may have both icons. */
function ofAdministration({ shop_name }: ShopSettings): Installed {
  const name = `Kelola ${shop_name}`
  return { name, shortName: name.length > 12 ? 'Kelola toko' : name, start: '/admin' }
}

/** The description with which a phone installs the shop. The colours are those of the light pages. */
function manifest(settings: ShopSettings, { name, shortName, start }: Installed): string {
  const page = lookColors(settings.look).light.page
  return JSON.stringify({
    name,
    short_name: shortName,
    lang: 'id',
    id: start,
    start_url: start,
    scope: '/',
    // With the browser's back button, because some pages have none.
    display: 'minimal-ui',
    background_color: page,
    theme_color: page,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
}

export function siteFiles({ settings, publicUrl, ready }: Site): FastifyPluginAsync {
  const files = [
    { path: '/robots.txt', type: 'text/plain; charset=utf-8', textOf: () => robots(publicUrl) },
    {
      path: '/manifest.webmanifest',
      type: 'application/manifest+json',
      textOf: () => manifest(settings.current(), ofShop(settings.current())),
    },
    {
      path: '/admin.webmanifest',
      type: 'application/manifest+json',
      textOf: () => manifest(settings.current(), ofAdministration(settings.current())),
    },
  ]
  return async (server) => {
    for (const { path, type, textOf } of files) {
      const headers = { 'content-type': type, 'cache-control': 'public, max-age=3600' }
      const make = () => makeAnswer(200, textOf(), headers)
      server.get(path, { schema: { hide: true } }, async (request, reply) =>
        ready.send(await ready.get(path, make), request, reply),
      )
    }
  }
}
