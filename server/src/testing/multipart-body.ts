/** A multipart form as a browser sends it, for `app.inject`. Use a File instead of a Blob if its name matters. */
export async function multipartBody(
  fields: Record<string, string | Blob>,
): Promise<{ payload: Buffer; headers: { 'content-type': string } }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const body = new Response(form)
  return {
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
  }
}
