import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { html, type SafeHtml } from './html.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ')

/**
 * Sets the headers of every response to a browser. They replace the headers of an app around the sandbox, because a page
 * of another origin must be able to frame the popup and to load snap.js.
 */
export function setPageHeaders(reply: FastifyReply, { framedBy }: { framedBy: 'anyone' | 'nobody' }): void {
  reply.raw.removeHeader('x-frame-options')
  reply.removeHeader('x-frame-options')
  reply.headers({
    'content-security-policy': `${policy}; frame-ancestors ${framedBy === 'anyone' ? '*' : "'none'"}`,
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  })
}

/** Serves files of the folder `pages`, which are read once: they are small and few. */
export async function serveFiles(app: FastifyInstance, folder: string, names: string[]): Promise<void> {
  for (const name of names) {
    const content = await readFile(new URL(`../pages/${name}`, import.meta.url))
    const type = name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8'
    app.get(`${folder}/${name}`, async (_request, reply) => reply.type(type).send(content))
  }
}

interface Page {
  title: string
  /** Where the page's files are served. */
  folder: '/snap' | '/_sandbox'
  /** The name of its script. */
  script?: string
  body: SafeHtml
}

export function sendPage(reply: FastifyReply, { title, folder, script, body }: Page): FastifyReply {
  const page = html`<!doctype html>
<html lang="id">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <link rel="stylesheet" href="${folder}/sandbox.css">
    ${script !== undefined && html`<script type="module" src="${folder}/${script}"></script>`}
  </head>
  <body>${body}</body>
</html>`
  return reply.type('text/html; charset=utf-8').send(page.text)
}

/** Stands at the top of every page. */
export const simulation = html`<p class="simulation">Simulasi. Tidak ada uang sungguhan yang berpindah.</p>`
