/**
 * The rooms of the shop, on the server and on the web. A room may import the rooms before it, and no other.
 * After a change: `npm run import-rules` writes biome.import-rules.json from this list.
 */
export const rooms = [
  'media', // on the server only
  'mail', // on the server only
  'people',
  'settings',
  'products',
  'orders',
  'payments',
  'checkout',
  'office',
]
