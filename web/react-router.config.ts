import path from 'node:path'
import type { Config } from '@react-router/dev/config'
import { compressFiles } from './compress.ts'

export default {
  ssr: true,
  // The whole route manifest comes with the page, so that a navigation asks the server for nothing but data.
  routeDiscovery: { mode: 'initial' },
  // One file for a page, not one more for each of its loaders.
  splitRouteModules: false,
  // Compressed once here, at the best level, and not by the server for each phone.
  buildEnd: ({ reactRouterConfig: { buildDirectory } }) => compressFiles(path.join(buildDirectory, 'client', 'assets')),
} satisfies Config
