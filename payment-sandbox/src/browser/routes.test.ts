import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientKey, startSandbox } from '../testing/start-sandbox.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

async function form(path: string, fields: Record<string, string>): Promise<string> {
  const response = await fetch(sandbox.origin + path, { method: 'POST', body: new URLSearchParams(fields) })
  return response.text()
}

test('only the popup may be framed, and no page allows inline scripts', async () => {
  const policyOf = async (path: string) => {
    const response = await fetch(sandbox.origin + path)
    expect(response.status).toBe(200)
    return response.headers.get('content-security-policy')
  }
  expect(await policyOf('/snap/v4/popup')).toMatch(/script-src 'self'; .*frame-ancestors \*$/)
  expect(await policyOf('/snap/v4/redirection/any')).toMatch(/frame-ancestors 'none'$/)
  expect(await policyOf('/bca/va/index')).not.toContain('unsafe')
  expect((await fetch(`${sandbox.origin}/snap/assets/..%2findex.ts`)).status).toBe(404)
})

test('opening the page again does not charge again', async () => {
  const { body } = await sandbox.create('OPEN-1')
  const path = `/snap/v2/transactions/${body.token}`
  const first = await sandbox.call('POST', `${path}/charge`, { payment_type: 'bca_va' })
  const second = await sandbox.call('POST', `${path}/charge`, { payment_type: 'bca_va' })
  expect(second.body.va_number).toBe(first.body.va_number)
  expect(first.body.result).toMatchObject({ status_code: '201', gross_amount: '46000', pdf_url: expect.any(String) })
  const paid = await sandbox.call('POST', `${path}/simulate-payment?language=en`, {})
  expect(paid.body).toMatchObject({ phase: 'paid', result: { status_code: '200', gross_amount: '46000.00' } })
  expect((await sandbox.call('POST', `${path}/charge`, {})).status).toBe(406)
})

test('a page does not open with another client key', async () => {
  const { body } = await sandbox.create('KEY-1')
  const look = (key: string) => sandbox.call('GET', `/snap/v1/transactions/${body.token}?client_key=${key}`)
  expect((await look(clientKey)).status).toBe(200)
  expect((await look('SB-Mid-client-other')).status).toBe(401)
})

test('the finish URL keeps its query, and the outcome is appended', async () => {
  const { body } = await sandbox.create('FINISH-1', { callbacks: { finish: 'https://shop.test/done?from=pay' } })
  await sandbox.call('POST', '/_sandbox/transactions/FINISH-1/pay')
  const page = await sandbox.call('GET', `/snap/v1/transactions/${body.token}`)
  expect(page.body.finish_url).toBe(
    'https://shop.test/done?from=pay&order_id=FINISH-1&status_code=200&transaction_status=settlement',
  )
})

test('the bank simulator shows the bill of a VA number and accepts exactly its amount', async () => {
  await sandbox.create('BANK-1', { customer_details: { first_name: '<b>Ani</b>' } })
  const { body } = await sandbox.call('POST', '/_sandbox/transactions/BANK-1/charge')
  const va = body.charge.vaNumber ?? ''
  expect(await form('/bca/va/inquiry', { va_number: '123' })).toContain('alert alert-danger')
  const bill = await form('/bca/va/inquiry', { va_number: va })
  expect(bill).toContain('value="46000"')
  expect(bill).toContain('&lt;b&gt;Ani')
  const parts = { company_code: va.slice(0, 5), customer_number: va.slice(5), currency_code: 'IDR' }
  expect(await form('/bca/va/payment', { ...parts, total_amount: '45999' })).toContain('alert alert-danger')
  expect(await form('/bca/va/payment', { ...parts, total_amount: '46000' })).toContain(
    'simulated payment is successful',
  )
  expect((await sandbox.status('BANK-1')).transaction_status).toBe('settlement')
  expect(await form('/bca/va/payment', { ...parts, total_amount: '46000' })).toContain('alert alert-danger')
})
