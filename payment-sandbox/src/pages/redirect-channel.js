/** The page on its own, opened by its redirect_url: it ends by going to the merchant's address. */
export function takesToMerchant(page) {
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
