/** Calls the control API; a refusal resolves to `{ error }`. */
export async function callControl(method, path, body) {
  const request = body ? { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}
  const response = await fetch(`/_sandbox/${path}`, request)
  return response.json()
}
