import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // The whole route manifest comes with the page, so that a navigation asks the server for nothing but data.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
