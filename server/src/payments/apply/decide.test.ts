/** Compares the code with the table in docs/payment-decisions.md, and that with all that can be reported. */
import { readFileSync } from 'node:fs'
import { orderStatuses, paymentStatuses } from '@camilan/contract/orders'
import { StatusAnswer, toReport } from '@camilan/midtrans/wire'
import { describe, expect, test } from 'vitest'
import { decide } from './decide.ts'

const decision = readFileSync(new URL('../../../../docs/payment-decisions.md', import.meta.url), 'utf8')
const wholeTable = decision.slice(decision.indexOf('| Midtrans says'))
const [header = [], , ...rows] = wholeTable
  .slice(0, wholeTable.indexOf('\n\n'))
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const columns = header.slice(1).map((heading) => {
  const [orders = '', attempts = ''] = heading.split(', ')
  return { heading, covers: named(orders, orderStatuses).flatMap((order) => pairs(order, attempts)) }
})
/** What a row's words in brackets say about the situation. Without them the row covers both values. */
const qualifiers = {
  isOverdue: { overdue: true, 'in time': false },
  isReplaced: { replaced: true, 'not replaced': false },
  isOtherTransaction: { another: true, known: false },
}
const answers = rows.flatMap(([says = '', ...outcomes]) => {
  const [, listed = '', inBrackets = ''] = /^(.*?)(?: \((.*)\))?$/.exec(says) ?? []
  const given = circumstances(inBrackets.split(', '))
  return listed.split(', ').map((words) => ({
    ...{ says, words, state: toReport(answerOf(words)).state, outcomes, given },
  }))
})

function circumstances(words: string[]) {
  const values = (key: keyof typeof qualifiers) => {
    const named = Object.entries(qualifiers[key]).filter(([word]) => words.includes(word))
    return named.length > 0 ? named.map(([, value]) => value) : [false, true]
  }
  return values('isOverdue').flatMap((isOverdue) =>
    values('isReplaced').flatMap((isReplaced) =>
      values('isOtherTransaction').map((isOtherTransaction) => ({ isOverdue, isReplaced, isOtherTransaction })),
    ),
  )
}

/** A heading of the table: `any`, `not SUKSES`, or statuses with slashes between them. */
function named<Status extends string>(heading: string, all: readonly Status[]): Status[] {
  if (heading === 'any') return [...all]
  if (heading.startsWith('not ')) return all.filter((status) => status !== heading.slice('not '.length))
  return all.filter((status) => heading.split('/').includes(status))
}

function pairs(order: (typeof orderStatuses)[number], attempts: string) {
  return named(attempts, paymentStatuses).map((attempt) => ({ order, attempt }))
}

/** The answer of GET status for a row of the table. */
function answerOf(words: string): StatusAnswer {
  const [, code] = /^status_code (\d+)$/.exec(words) ?? []
  if (code) return StatusAnswer.parse({ status_code: code })
  const [, word = words, fraud] = /^(\w+) with fraud_status (\w+)$/.exec(words) ?? []
  return StatusAnswer.parse({ transaction_status: word, ...(fraud && { fraud_status: fraud }) })
}

test('the table covers every combination of order and attempt once', () => {
  const covered = columns.flatMap(({ covers }) => covers.map(({ order, attempt }) => `${order} ${attempt}`))
  const all = orderStatuses.flatMap((order) => paymentStatuses.map((attempt) => `${order} ${attempt}`))
  expect(covered.sort()).toEqual(all.sort())
})

test('the table covers every status that Midtrans documents', () => {
  const documented =
    'authorize capture settlement pending deny failure cancel expire refund partial_refund chargeback partial_chargeback'
  expect(answers.map(({ words }) => words)).toEqual(expect.arrayContaining(documented.split(' ')))
  expect(answers.find(({ words }) => words === 'any other word')?.state).toBe('unknown')
  for (const { words } of answers) {
    const covered = answers.filter((answer) => answer.words === words).flatMap(({ given }) => given)
    const sorted = (all: object[]) => all.map((one) => JSON.stringify(one)).sort()
    expect(sorted(covered), words).toEqual(sorted(circumstances([])))
  }
})

describe.each(answers)('$words of the row $says', ({ state, given, outcomes }) => {
  test.each(columns.map((column, i) => ({ ...column, outcome: outcomes[i] })))('$heading', ({ covers, outcome }) => {
    for (const statuses of covers) {
      for (const circumstance of given) {
        const situation = { ...statuses, ...circumstance }
        expect(decide(situation, state), JSON.stringify(situation)).toBe(outcome)
      }
    }
  })
})
