/** Send a notification with a wrong signature, like a sender without the server key. */
export function forgeNotification({ origin }: { origin: string }): Promise<Response> {
  return fetch(`${origin}/api/payments/notification`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      order_id: '261120-AAAAAA',
      status_code: '200',
      gross_amount: '46000.00',
      signature_key: '0'.repeat(128),
      transaction_status: 'settlement',
    }),
  })
}
