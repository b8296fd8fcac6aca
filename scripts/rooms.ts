/**
 * The rooms of the shop, on the server and on the web. A room may import the rooms before it, and no other.
 * After a change: `npm run import-rules` writes biome.import-rules.json from this list.
 */
export const rooms = [
  'media',
  'mail',
  'accounts',
  'audit',
  'settings',
  'notifications',
  'staff',
  'catalog',
  'opening',
  'cart',
  'orders',
  'payments',
  'checkout',
  'setup',
  'reports',
  'backup', // on the server only
  'watch', // on the server only
  'about', // on the web only
]
