import type { FastifyReply } from 'fastify'
import type { ChargedPayment } from '../payments/payment.ts'
import { html, type SafeHtml } from './html.ts'

/** Why a bill can't be paid; empty if it can. */
export function problemWith(payment: ChargedPayment | undefined, unknown: string): string {
  if (!payment) return unknown
  if (payment.charge.status === 'settlement') return 'Tagihan ini sudah dibayar.'
  return payment.charge.status === 'pending' ? '' : 'Tagihan ini sudah tidak berlaku.'
}

export function alert(kind: 'success' | 'danger', text: string): SafeHtml {
  return html`<div class="alert alert-${kind}" role="${kind === 'danger' ? 'alert' : 'status'}">${text}</div>`
}

/** A field with its label; one with a fixed value can't be changed. */
export function field(
  name: string,
  label: string,
  value: string,
  kind: 'fixed' | 'digits' | 'url' = 'fixed',
): SafeHtml {
  const rest = {
    fixed: html`readonly`,
    digits: html`inputmode="numeric" autocomplete="off" required`,
    url: html`inputmode="url" autocomplete="off" required`,
  }
  return html`<label for="${name}">${label}</label><input id="${name}" name="${name}" value="${value}" ${rest[kind]} />`
}

const simulators = [
  ['/v2/qris/index', 'QRIS'],
  ['/bca/va/index', 'BCA'],
  ['/bni/va/index', 'BNI'],
  ['/openapi/va/index?bank=bri', 'BRI'],
  ['/openapi/va/index?bank=mandiri', 'Mandiri'],
  ['/openapi/va/index?bank=permata', 'Permata'],
  ['/openapi/va/index?bank=cimb', 'CIMB'],
  ['/alfamart/index', 'Alfamart'],
  ['/indomaret/phoenix/index', 'Indomaret'],
] as const

export function sendSimulator(reply: FastifyReply, title: string, ...content: SafeHtml[]): FastifyReply {
  const page = html`<!doctype html>
<html lang="id">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>Simulator ${title}</title>
    <link rel="stylesheet" href="/snap/assets/base.css" />
    <link rel="stylesheet" href="/snap/assets/simulator.css" />
  </head>
  <body>
    <header class="simulation">Simulasi. Tidak ada uang sungguhan yang berpindah.</header>
    <main>
      <h1>Simulator ${title}</h1>
      ${content}
      <nav aria-label="Simulator lain">${simulators.map(([href, label]) => html`<a href="${href}">${label}</a> `)}</nav>
    </main>
  </body>
</html>`
  return reply.type('text/html; charset=utf-8').send(page.text)
}
