/**
 * The service worker. `service-worker.ts` puts `offline`, the texts that it shows, in front of it. It keeps the files of
 * the pages, whose names have the hash of their content, and the last public pages. It has no state that belongs to a
 * release, so a new one takes over at once.
 */
const limitMs = 4_000
/** The number of kept entries. The oldest ones are deleted. */
const most = { assets: 80, pages: 20 }
/** Requests for neither pages nor their files. The browser handles them as without a worker. */
const untouched = ['api', 'media', 'snap', 'bca', '_sandbox', 'v2']
const isPage = ({ pathname }) => !untouched.includes(pathname.split('/')[1])
const isAsset = ({ pathname }) => pathname.startsWith('/assets/')
/** They are the same for everybody. A page that needs an account, or has a token in its URL, is never stored. */
const isPublic = ({ pathname, searchParams }) =>
  /^\/(products(\/[^/]+)?)?$/.test(pathname) && !searchParams.has('token')
/** A page under one name, also if its URL has parameters that the shop does not know, as links in chats and advertisements have. */
function nameOf({ pathname, searchParams }) {
  const query = new URLSearchParams([...searchParams].filter(([name]) => offline.parameters.includes(name))).toString()
  return query === '' ? pathname : `${pathname}?${query}`
}

self.addEventListener('install', (event) => {
  // Without starting this worker, if the browser supports it.
  event.addRoutes?.(untouched.map((name) => ({ condition: { urlPattern: `/${name}/*` }, source: 'network' })))
  const files = offline.page.match(/\/assets\/[\w.-]+/g) ?? []
  event.waitUntil(Promise.all(files.map((file) => assetOf(new Request(file)))).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (isAsset(url)) event.respondWith(assetOf(request))
  else if (request.mode === 'navigate' && isPage(url)) event.respondWith(pageOf(event, url))
})

/** The files of a page from before it had a worker, and the pages that were opened without loading a document. */
self.addEventListener('message', (event) => {
  const urls = event.data.map((url) => new URL(url, self.location.origin))
  event.waitUntil(
    Promise.allSettled([
      ...urls.filter(isAsset).map(({ href }) => assetOf(new Request(href))),
      ...urls.filter(isPublic).map((url) => fetch(url).then((answer) => keepPage(url, answer))),
    ]),
  )
})

/** Each push is shown, as browsers demand. It has neither a name nor an address. */
self.addEventListener('push', (event) => {
  const { title, body, tag, url } = event.data.json()
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, data: url, lang: 'id', icon: '/icon-192.png' }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = new URL(event.notification.data, self.location.origin)
  const open = self.clients.matchAll({ type: 'window' }).then((windows) => {
    const shown = windows.find((window) => new URL(window.url).pathname === url.pathname)
    return shown ? shown.focus() : self.clients.openWindow(url.href)
  })
  event.waitUntil(open)
})

async function assetOf(request) {
  const kept = await caches.match(request.url, { cacheName: 'assets', ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.status === 200) await keep('assets', request.url, answer.clone())
  return answer
}

/** A request that was not answered within the limit. */
let late

/**
 * It is not aborted before the next navigation: until then it may bring a page to keep, and the next one finds the
 * connection. Then it is aborted, because the browser sends no second request for a URL while it waits for the first.
 */
async function pageOf(event, url) {
  late?.abort()
  const request = new AbortController()
  const network = fetch(event.request, { signal: request.signal }).then((answer) => {
    event.waitUntil(keepPage(url, answer.clone()).then(leaveIfGone))
    return answer
  })
  event.waitUntil(network.catch(() => {}))
  const slow = new Promise((resolve) => setTimeout(resolve, limitMs, 'Toko belum menjawab'))
  const answer = await Promise.race([network.catch(() => 'Tidak ada koneksi'), slow])
  if (typeof answer !== 'string') return answer
  late = request
  return pageWithout(url, answer)
}

async function keepPage(url, answer) {
  const isForEverybody = !/no-store|private/.test(answer.headers.get('cache-control'))
  const isHtml = answer.headers.get('content-type')?.startsWith('text/html')
  if (isPublic(url) && answer.status === 200 && !answer.redirected && isHtml && isForEverybody)
    await keep('pages', nameOf(url), answer)
}

let isLeaving = false

/** A full disk keeps nothing, which is no failure. */
async function keep(cacheName, url, answer) {
  if (isLeaving) return
  try {
    const cache = await caches.open(cacheName)
    await cache.delete(url)
    await cache.put(url, answer)
    const all = await cache.keys()
    await Promise.all(all.slice(0, Math.max(0, all.length - most[cacheName])).map((oldest) => cache.delete(oldest)))
  } catch {}
}

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)

/** The kept page with a mark, or our own page with a link to the last kept one. */
async function pageWithout(url, why) {
  const cache = await caches.open('pages')
  const kept = await cache.match(nameOf(url), { ignoreVary: true })
  if (kept) {
    const note = fill(offline.note, { why, time: timeOf(kept) })
    const html = (await kept.text()).replace(/<body[^>]*>/, (body) => body + note)
    const headers = new Headers(kept.headers)
    headers.delete('content-encoding')
    return new Response(html, { headers })
  }
  const last = (await cache.keys()).at(-1)
  const answer = last && (await cache.match(last, { ignoreVary: true }))
  // The URL of a request has no quotes and no angle brackets, and & is no entity in front of a name and =.
  const link = answer ? fill(offline.link, { url: last.url, time: timeOf(answer) }) : ''
  return new Response(fill(offline.page, { kept: link }), { status: 503, headers: offline.headers })
}

/** `20-11-2026 14:05 WIB`, the moment at which the shop sent it. */
function timeOf({ headers }) {
  const jakarta = new Date((Date.parse(headers.get('date')) || Date.now()) + 7 * 3_600_000).toISOString()
  return `${jakarta.slice(0, 10).split('-').reverse().join('-')} ${jakarta.slice(11, 16)} WIB`
}

let isChecked = false

/** The shop's release has no worker, or was told to be without one: this worker leaves, with all its kept files. */
async function leaveIfGone() {
  if (isChecked) return
  isChecked = true
  const answer = await fetch('/sw.js', { cache: 'no-cache' })
  const isGone = answer.status === 404 || answer.status === 410 || (answer.ok && (await answer.text()).trim() === '')
  if (!isGone) return
  isLeaving = true // files that are under way are not kept any more
  await self.registration.unregister()
  await Promise.all(['assets', 'pages'].map((name) => caches.delete(name)))
}
