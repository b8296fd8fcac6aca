import { expect, test } from 'vitest'
import { contactLinks } from './contact-links.ts'

test('only the given contacts become links', () => {
  const none = { instagram: null, facebook: null, whatsapp: null }
  expect(contactLinks(none)).toEqual([])
  expect(contactLinks({ ...none, whatsapp: '0812-3456-7890' })).toEqual([
    { kind: 'whatsapp', name: 'WhatsApp', url: 'https://wa.me/6281234567890', text: '0812-3456-7890' },
  ])
  expect(contactLinks({ instagram: 'dapur.ani', facebook: 'profile.php?id=12', whatsapp: null })).toEqual([
    { kind: 'instagram', name: 'Instagram', url: 'https://www.instagram.com/dapur.ani/', text: '@dapur.ani' },
    { kind: 'facebook', name: 'Facebook', url: 'https://www.facebook.com/profile.php?id=12', text: 'Facebook' },
  ])
})
