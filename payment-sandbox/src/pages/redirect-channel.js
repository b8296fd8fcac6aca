/** The page opened by its redirect_url: it ends by going to the merchant's URL. */
export function openFromRedirect(page) {
  const token = location.pathname.split('/').at(-1) ?? ''
  const query = new URLSearchParams(location.search)
  page.open({
    kind: 'redirect',
    token,
    options: { language: query.get('language') ?? undefined },
    finish: (_callback, _result, finishUrl) => {
      if (finishUrl) location.assign(finishUrl)
    },
  })
}
