import { type Reach, requestPublic } from '../../platform/outgoing/public-request.ts'

/**
 * Post once to a push service, whose address a browser has named.
 * @returns the status of the answer, whose body is not read
 */
export async function postPush(
  { endpoint, headers, body }: { endpoint: string; headers: Record<string, string | number>; body: Buffer },
  reach: Reach,
  signal: AbortSignal,
): Promise<number> {
  const answer = await requestPublic({ url: endpoint, method: 'POST', headers, body }, reach, signal)
  answer.destroy()
  return answer.statusCode ?? 0
}
