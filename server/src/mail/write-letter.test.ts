import { expect, test } from 'vitest'
import { writeLetter } from './write-letter.ts'

const letter = {
  shopName: 'Kue & Kawan',
  subject: 'Halo',
  name: '<script>Ani</script>',
  paragraphs: ['Satu.', 'Dua.'],
  action: { label: 'Buka', url: 'https://toko.example/a?b=1&c="2"' },
  closing: ['Tiga.'],
}

test('the text says it all in order, with the address in full', () => {
  expect(writeLetter(letter).text).toBe(
    'Halo <script>Ani</script>,\n\nSatu.\n\nDua.\n\nhttps://toko.example/a?b=1&c="2"\n\nTiga.\n\nSalam hangat,\nKue & Kawan',
  )
})

test('what people write is no markup', () => {
  const { html } = writeLetter(letter)
  expect(html).toContain('Halo &lt;script&gt;Ani&lt;/script&gt;,')
  expect(html).toContain('href="https://toko.example/a?b=1&amp;c=&quot;2&quot;"')
  expect(html).toContain('Kue &amp; Kawan')
  expect(html).not.toContain('<script>')
})
