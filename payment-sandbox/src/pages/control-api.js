/** In production the server prints the page's URL with the token behind the #. */
const token = location.hash.slice(1)

/** Calls the control API; a refusal resolves to `{ error }`. */
export async function callControl(method, path, body) {
  const headers = { ...(token && { 'x-sandbox-token': token }), ...(body && { 'content-type': 'application/json' }) }
  const request = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const response = await fetch(`/_sandbox/${path}`, request)
  return response.json()
}
