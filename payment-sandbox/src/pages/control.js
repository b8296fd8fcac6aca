// The control page: sends its forms to the control API, and shows what has changed.
const refreshMs = 3_000
/** In production the server prints the page's URL with the token behind the #. */
const headers = { 'content-type': 'application/json', 'x-sandbox-token': location.hash.slice(1) }
let shown = ''

async function refresh() {
  const answer = await fetch('/_sandbox/', { headers })
  const main = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main')
  if (main.outerHTML === shown) return
  shown = main.outerHTML
  const focused = document.activeElement.id
  const open = [...document.querySelectorAll('details[open]')].map(({ id }) => id)
  document.querySelector('main').replaceWith(main)
  for (const id of open) document.getElementById(id)?.setAttribute('open', '')
  document.getElementById(focused)?.focus()
}

addEventListener('submit', async (event) => {
  event.preventDefault()
  const { action, dataset } = event.target
  const fields = [...new FormData(event.target)].map(([name, value]) => [name, JSON.parse(value)])
  const body = JSON.stringify(Object.fromEntries(fields))
  const answer = await fetch(action, { method: dataset.method ?? 'POST', headers, body })
  const { error } = await answer.json()
  document.querySelector('.said').textContent = error ? `Gagal: ${error}` : ''
  await refresh()
})
addEventListener('change', ({ target }) => target.form.requestSubmit())

await refresh()
setInterval(() => {
  if (!document.activeElement.matches('input, select')) refresh() // what is being typed stays
}, refreshMs)
