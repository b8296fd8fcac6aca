/** Calls the control API; a refusal comes back as `{ error }`. */
export async function bench(method, path, body) {
  const request = body ? { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}
  const response = await fetch(`/_sandbox/${path}`, request)
  return response.json()
}
