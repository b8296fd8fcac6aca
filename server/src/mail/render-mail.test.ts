import { expect, test } from 'vitest'
import { renderMail } from './render-mail.ts'

const content = {
  shopName: 'Kue & Kawan',
  subject: 'Halo',
  paragraphs: ['<script>Satu</script>', 'Dua.'],
  action: { label: 'Buka', url: 'https://toko.example/a?b=1&c="2"' },
  closing: ['Tiga.'],
}

test('the text has every part in order, with the whole URL', () => {
  expect(renderMail(content).text).toBe(
    'Halo,\n\n<script>Satu</script>\n\nDua.\n\nhttps://toko.example/a?b=1&c="2"\n\nTiga.\n\nSalam hangat,\nKue & Kawan',
  )
})

test('the HTML escapes texts, labels and URLs', () => {
  const { html } = renderMail(content)
  expect(html).toContain('&lt;script&gt;Satu&lt;/script&gt;')
  expect(html).toContain('href="https://toko.example/a?b=1&amp;c=&quot;2&quot;"')
  expect(html).toContain('Kue &amp; Kawan')
  expect(html).not.toContain('<script>')
})
