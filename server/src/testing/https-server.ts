import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A server on this computer that answers over HTTPS. `ca` is its certificate, also valid for `127.0.0.1`. */
export async function openHttpsServer(listener: RequestListener) {
  const folder = mkdtempSync(path.join(tmpdir(), 'camilan-https-'))
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...names]
  execFileSync('openssl', made, { stdio: 'ignore' })
  const ca = readFileSync(cert, 'utf8')
  const server = createServer({ key: readFileSync(key), cert: ca }, listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  rmSync(folder, { recursive: true })
  return { ca, port: (server.address() as AddressInfo).port, close: () => server.close() }
}
