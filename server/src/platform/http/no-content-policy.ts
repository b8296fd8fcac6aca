/** For every answer that is not a page: a browser that shows it as a document loads and runs nothing of it. */
export const noContentHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}
