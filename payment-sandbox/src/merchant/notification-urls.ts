import type { IncomingHttpHeaders } from 'node:http'

const mostUrls = 3

/** The URLs for a transaction's webhooks: Override replaces the default one, Append adds one. Override takes precedence. */
export function notificationUrls(headers: IncomingHttpHeaders, defaultUrl: string | undefined): string[] {
  const override = headers['x-override-notification']
  if (override !== undefined) return listed(override)
  return [...(defaultUrl ? [defaultUrl] : []), ...listed(headers['x-append-notification'] ?? '')]
}

function listed(header: string | string[]): string[] {
  return String(header)
    .split(',')
    .map((url) => url.trim())
    .filter((url) => /^https?:\/\//.test(url) && URL.canParse(url))
    .slice(0, mostUrls)
}
