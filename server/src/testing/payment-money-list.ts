/** 'Uang yang perlu dilihat' as the seller sees it: it lists every difference, and is empty when all are dealt with. */
import type { MoneyList, MoneyMatter } from '@camilan/contract/money'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { ModelActions } from './payment-model-actions.ts'
import type { ModelOrder } from './payment-model-order.ts'

/** Dealing with one matter may bring up another of its order. */
const mostTurns = 20

/** @returns a sentence for each order that owes and is not listed, or is listed and does not owe, or can't be settled */
export async function dealWithList(actions: ModelActions, orders: readonly ModelOrder[]): Promise<string[]> {
  const found = compareList(orders, await duesOf(actions, orders), await readList(actions))
  let listed = await readList(actions)
  for (let turn = 0; turn < mostTurns && listed.length > 0; turn += 1) {
    for (const matter of listed) await deal(actions, orders, matter)
    listed = await readList(actions)
  }
  found.push(...listed.map((matter) => `stays in the list: ${JSON.stringify(matter)}`))
  const left = await duesOf(actions, orders)
  for (const [id, due] of left) if (due !== 0) found.push(`${id}: ${due} is due when everything was dealt with`)
  return found
}

async function readList(actions: ModelActions): Promise<MoneyMatter[]> {
  const all = new Map<string, MoneyMatter>()
  for (let page = 1; ; page += 1) {
    const path = `/admin/money?limit=100&page=${page}`
    const read = () => actions.ask(actions.admin, 'GET', path)
    await expect.poll(async () => (await read()).status).toBe(200)
    const { data, total } = (await read()).body as unknown as MoneyList
    const before = all.size
    for (const matter of data) all.set(`${matter.kind} ${matter.id}`, matter)
    if (all.size >= total || all.size === before) return [...all.values()]
  }
}

async function duesOf({ shop }: ModelActions, orders: readonly ModelOrder[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ order_id: string; due: number }>`
    select order_id, due from order_balances where order_id = any(${orders.map(({ id }) => id)})`.execute(shop.db)
  return new Map(rows.map(({ order_id, due }) => [order_id, due]))
}

function compareList(orders: readonly ModelOrder[], dues: Map<string, number>, listed: MoneyMatter[]): string[] {
  return orders.flatMap((order) => {
    const due = dues.get(order.id ?? '') ?? 0
    const own = listed.filter(({ order: of }) => of?.id === order.id)
    const sumOf = (...kinds: string[]) =>
      own.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount }) => sum + (amount ?? 0), 0)
    const toBuyer = sumOf('refund-due', 'refund-stuck')
    const isHeld = own.some(({ kind }) => kind === 'withdrawn')
    const isShown =
      toBuyer === Math.max(due, 0) &&
      (due >= 0 || isHeld || own.some(({ amount, id }) => id === order.id && amount === -due))
    return isShown ? [] : [`${order.id}: ${due} is due, listed is ${JSON.stringify(own)}`, ...order.history]
  })
}

/** As an administrator who finds nothing wrong. */
async function deal(actions: ModelActions, orders: readonly ModelOrder[], matter: MoneyMatter): Promise<void> {
  const { kind, id } = matter
  const order = orders.find((each) => each.id === matter.order?.id)
  if (kind === 'withdrawn') await actions.ask(actions.admin, 'POST', `/admin/orders/${id}/release`)
  else if (kind === 'refund-due' || kind === 'refund-stuck') {
    if (order) await actions.actOnRefund(order, id, 'done', { note: 'Ditransfer' })
  } else {
    if (order) order.isAccepted = true
    await actions.ask(actions.admin, 'POST', `/admin/money/${kind}/${encodeURIComponent(id)}/done`, { note: 'Beres' })
  }
}
