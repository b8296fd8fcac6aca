/** For every answer that is no page: a browser that shows it as a document loads and runs nothing from it. */
export const noContentHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}
