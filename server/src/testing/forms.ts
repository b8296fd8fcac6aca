export type FormFields = Record<string, string | Blob>

/** A multipart form. Use a File instead of a Blob if its name matters. */
export function formOf(fields: FormFields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

/** The same as a browser sends it, for a request that is written by hand. */
export async function formBytes(fields: FormFields): Promise<{ payload: Buffer; headers: { 'content-type': string } }> {
  const body = new Response(formOf(fields))
  const payload = Buffer.from(await body.arrayBuffer())
  return { payload, headers: { 'content-type': body.headers.get('content-type') ?? '' } }
}
