/** 'Uang yang perlu dilihat' as the seller sees it: it lists every difference, and is empty when all are dealt with. */
import type { MoneyList, MoneyMatter } from '@camilan/contract/money'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { limitConcurrency } from '../platform/concurrency/limit-concurrency.ts'
import type { ModelActions } from './payment-model-actions.ts'
import type { ModelOrder } from './payment-model-order.ts'

/** Dealing with one matter may bring up another of its order. */
const mostTurns = 20

/** @returns a sentence for each order that owes and is not listed, or is listed and does not owe, or can't be settled */
export async function dealWithList(actions: ModelActions, orders: readonly ModelOrder[]): Promise<string[]> {
  let listed = await readList(actions)
  const found = compareList(orders, await duesOf(actions, orders), listed)
  const byId = new Map(orders.map((order) => [order.id, order]))
  const limited = limitConcurrency({ running: 8, waiting: orders.length * mostTurns })
  for (let turn = 0; turn < mostTurns && listed.length > 0; turn += 1) {
    // Those of one order one after the other.
    const ofOrders = Map.groupBy(listed, ({ order, id }) => order?.id ?? id)
    const dealing = [...ofOrders.values()].map((matters) =>
      limited(async () => {
        for (const matter of matters) await deal(actions, byId.get(matter.order?.id ?? null), matter)
      }),
    )
    await Promise.all(dealing)
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
    let read = { data: [], total: 0 } as unknown as MoneyList
    const isRead = async () => {
      const { status, body } = await actions.ask(actions.admin, 'GET', path)
      if (status === 200) read = body as unknown as MoneyList
      return status
    }
    await expect.poll(isRead).toBe(200)
    const { data, total } = read
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
  const listedOf = Map.groupBy(listed, ({ order }) => order?.id)
  return orders.flatMap((order) => {
    const due = dues.get(order.id ?? '') ?? 0
    const own = listedOf.get(order.id ?? undefined) ?? []
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
async function deal(actions: ModelActions, order: ModelOrder | undefined, { kind, id }: MoneyMatter): Promise<void> {
  if (kind === 'withdrawn') await actions.ask(actions.admin, 'POST', `/admin/orders/${id}/release`)
  else if (kind === 'refund-due' || kind === 'refund-stuck') {
    if (order) await actions.actOnRefund(order, id, 'done', { note: 'Ditransfer' })
  } else {
    if (order) order.isAccepted = true
    await actions.ask(actions.admin, 'POST', `/admin/money/${kind}/${encodeURIComponent(id)}/done`, { note: 'Beres' })
  }
}
