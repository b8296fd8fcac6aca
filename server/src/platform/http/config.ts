import { section, type ValuesOf } from '../config/section.ts'
import {
  flag,
  optional,
  origin,
  origins,
  proxies,
  secret,
  text,
  webAddresses,
  wholeNumber,
  withDefault,
} from '../config/variables.ts'

export const serverSection = section({
  title: 'Server',
  variables: {
    HOST: withDefault(text, 'IP address to listen on', '127.0.0.1'),
    PORT: withDefault(wholeNumber({ max: 65_535 }), 'port to listen on', '3000'),
    PUBLIC_URL: optional(origin, 'URL that browsers and the gateway see', '`http://localhost:PORT`'),
    TRUST_PROXY: optional(proxies, 'proxies whose `X-Forwarded-*` is trusted', 'none'),
    CORS_ORIGINS: optional(origins, 'origins that may call the API', 'none'),
    HSTS_SUBDOMAINS: withDefault(flag, 'subdomains of `PUBLIC_URL` have https alone, too', 'off'),
    ACCESS_LOG: withDefault(flag, 'a line in the log for each request', 'off'),
  },
})

type ServerValues = ValuesOf<typeof serverSection>

export const publicUrlOf = ({ PUBLIC_URL, PORT }: Pick<ServerValues, 'PUBLIC_URL' | 'PORT'>) =>
  PUBLIC_URL ?? `http://localhost:${PORT}`

export const serverConfig = (values: ServerValues) => ({
  host: values.HOST,
  port: values.PORT,
  /** The origin at which browsers and the gateway reach the shop, without a trailing slash. */
  publicUrl: publicUrlOf(values),
  /** IP addresses or networks of the proxies whose X-Forwarded-* headers are trusted. */
  trustProxy: values.TRUST_PROXY ?? [],
  corsOrigins: values.CORS_ORIGINS ?? [],
  /** Whether browsers that were here by https also use only https for subdomains. */
  hstsSubdomains: values.HSTS_SUBDOMAINS,
  accessLog: values.ACCESS_LOG,
})

const cacheTime = wholeNumber({ max: 86_400, unit: 'seconds' })

export const cacheSection = section({
  title: 'Cache in front',
  about:
    "A cache between the shop and its visitors, such as nginx's, may keep the public pages: [scaling](scaling.md#in-front).",
  variables: {
    CACHE_SECONDS: withDefault(cacheTime, 'time for which a cache in front may keep a public page', '0'),
    CACHE_STALE_SECONDS: withDefault(cacheTime, 'time after it in which it may send the page while it asks anew', '0'),
    CACHE_PURGE_URLS: optional(webAddresses, 'addresses that are told which pages changed', 'none'),
    CACHE_PURGE_TOKEN: optional(secret({ min: 16, max: 200 }), 'bearer token that is sent to them', 'none'),
  },
  rules: (rule) => [
    rule(['CACHE_SECONDS', 'CACHE_STALE_SECONDS', 'CACHE_PURGE_URLS'], (values) => {
      const { CACHE_SECONDS, CACHE_STALE_SECONDS, CACHE_PURGE_URLS } = values
      if (CACHE_SECONDS > 0) return []
      return [
        ...(CACHE_STALE_SECONDS > 0 ? ['CACHE_STALE_SECONDS'] : []),
        ...(CACHE_PURGE_URLS === undefined ? [] : ['CACHE_PURGE_URLS']),
      ].map((name) => `${name} has no effect without CACHE_SECONDS: set it, too`)
    }),
    rule(['CACHE_PURGE_URLS', 'CACHE_PURGE_TOKEN'], ({ CACHE_PURGE_URLS, CACHE_PURGE_TOKEN }) =>
      CACHE_PURGE_TOKEN !== undefined && CACHE_PURGE_URLS === undefined
        ? ['CACHE_PURGE_TOKEN goes with CACHE_PURGE_URLS: set it, too']
        : [],
    ),
  ],
})

export const cacheConfig = (values: ValuesOf<typeof cacheSection>) => ({
  /** The time for which caches in front may keep a public page; 0: not at all. */
  seconds: values.CACHE_SECONDS,
  /** The further time for which they may send it while they ask for a new one. */
  staleSeconds: values.CACHE_STALE_SECONDS,
  /** The addresses that receive each change of the catalogue. */
  purgeUrls: values.CACHE_PURGE_URLS ?? [],
  purgeToken: values.CACHE_PURGE_TOKEN,
})

/** Whether a request to this address would arrive at the shop without a cache between. */
export function isOwnAddress(address: string, { HOST, PORT }: Pick<ServerValues, 'HOST' | 'PORT'>): boolean {
  const { hostname, port, protocol } = new URL(address)
  const isHere = ['localhost', '127.0.0.1', '[::1]', HOST, `[${HOST}]`].includes(hostname)
  return isHere && Number(port || (protocol === 'https:' ? 443 : 80)) === PORT
}
