import path from 'node:path'
import type { Config } from '@react-router/dev/config'
import { compressFiles } from './compress.ts'

export default {
  ssr: true,
  // The whole route manifest comes with the page, so that a navigation asks the server only for data.
  routeDiscovery: { mode: 'initial' },
  // One file for a page, without another one for each of its loaders.
  splitRouteModules: false,
  // Compressed here once, at the best level, and not by the server for each phone.
  buildEnd: ({ reactRouterConfig: { buildDirectory } }) => compressFiles(path.join(buildDirectory, 'client', 'assets')),
} satisfies Config
