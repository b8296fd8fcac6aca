/** Debian's nginx in front of two processes, with the examples of deploy/. Requests come without TLS. */
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../server/src/testing/free-port.ts'
import { makeCertificate, nginxExample, readExample, replaced, spawnNginx } from '../operate/proxies.ts'

/** @param ports  the ports of the processes, which may start later */
export async function startNginx(ports: readonly [string, string], port: number) {
  const folder = await mkdtemp(path.join(tmpdir(), 'cluster-nginx-'))
  const upstreams = replaced(await readExample('nginx-several.conf'), [
    [/127\.0\.0\.1:3001/g, `127.0.0.1:${ports[0]}`],
    [/127\.0\.0\.1:3002/g, `127.0.0.1:${ports[1]}`],
  ])
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const plan = { httpPort, httpsPort, plainPort: port, ...makeCertificate(folder) }
  const blocks = nginxExample(await readExample('nginx.conf'), plan, [
    [/upstream camilan \{[^}]*\}\nupstream camilan_live \{[^}]*\}/, upstreams],
  ])
  const log = path.join(folder, 'access.log')
  const child = await spawnNginx(
    folder,
    blocks,
    `error_log stderr crit; log_format asked '$msec $request_time $upstream_addr'; access_log ${log} asked;`,
  )
  const ended = once(child, 'exit')
  const origin = `http://127.0.0.1:${port}`
  while (!(await fetch(origin).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    origin,
    /** The number of requests since `since` that each process received, by its port. */
    async asked(since: Date): Promise<Map<string, number>> {
      const counts = new Map<string, number>()
      for (const line of (await readFile(log, 'utf8')).split('\n')) {
        const [endedAt, seconds, ...addresses] = line.split(/,? /)
        if ((Number(endedAt) - Number(seconds)) * 1_000 < since.getTime()) continue
        for (const address of addresses) {
          const [, port] = address.split(':')
          if (port) counts.set(port, (counts.get(port) ?? 0) + 1)
        }
      }
      return counts
    },
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

export const freePorts = async () => [String(await freePort()), String(await freePort())] as const
