import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // One file for a page, not one more for each of its loaders.
  splitRouteModules: false,
  // The whole route manifest comes with the page, so that a navigation asks the server for nothing but data.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
