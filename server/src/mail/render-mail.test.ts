import { lookColors } from '@camilan/contract/look-colors'
import { defaultLook } from '@camilan/contract/looks'
import { expect, test } from 'vitest'
import { renderMail } from './render-mail.ts'

const shop = {
  shopName: 'Kue & <b>Kawan</b>',
  publicUrl: 'https://toko.example',
  logoUrl: 'https://toko.example/"onload="x.webp',
}
const content = {
  subject: 'Halo',
  paragraphs: ['<script>Satu</script>', 'Dua.', { label: 'Lacak', url: 'https://kurir.example/?a&b' }],
  action: { label: 'Buka', url: 'https://toko.example/a?b=1&c="2"' },
  goods: {
    lines: [{ name: '<img src=x onerror=alert(1)>', detail: '2 × "Toples"', imageUrl: null, amount: 90_000 }],
    sums: [{ label: 'Diskon: </td><script>', amount: -5_000 }],
  },
  closing: ['Tiga.'],
}

test('the text has every part in order, with the whole URL', () => {
  expect(renderMail(shop, content).text.replaceAll('\u00a0', ' ')).toBe(
    [
      'Halo,\n\n<script>Satu</script>\n\nDua.\n\nLacak: https://kurir.example/?a&b',
      '- <img src=x onerror=alert(1)> (2 × "Toples"): Rp 90.000\nDiskon: </td><script>: -Rp 5.000',
      'Buka:\nhttps://toko.example/a?b=1&c="2"\n\nTiga.\n\nSalam hangat,\nKue & <b>Kawan</b>\nhttps://toko.example',
    ].join('\n\n'),
  )
})

test('the HTML escapes texts, labels and URLs: no name adds an element or an attribute', () => {
  const { html } = renderMail(shop, content)
  expect(html).toContain('&lt;script&gt;Satu&lt;/script&gt;')
  expect(html).toContain('href="https://toko.example/a?b=1&amp;c=&quot;2&quot;"')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(html).toContain('src="https://toko.example/&quot;onload=&quot;x.webp"')
  expect(html).not.toMatch(/<script|<img src=x|<b>Kawan|"onload=/)
})

test('the colours are those of the look, with a readable button in both schemes', () => {
  const look = { ...defaultLook, palette: 'mawar', accent: '#ffee00' } as const
  const { light, dark } = lookColors(look)
  const { html } = renderMail({ ...shop, look }, content)
  expect(html).toContain(`background:${light.accent};color:${light['on-accent']}`)
  expect(html).toContain(`.button{background:${dark.accent}!important;color:${dark['on-accent']}!important}`)
  expect(html).not.toContain('#1f6b43')
})
