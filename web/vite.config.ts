import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { chunkGroups, loadRouteCode, shareRoot } from './chunks.ts'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), shareRoot, loadRouteCode],
  resolve: { tsconfigPaths: true },
  // Small drawings are not worth a request. The others stay files: browsers keep them, and pages that repeat one stay small.
  build: { assetsInlineLimit: 800 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: chunkGroups } },
        },
      },
    },
  },
  // What the rendered pages need of the libraries is in the build, so that a production install is without them. The
  // server shares one copy of these with the build.
  ...(command === 'build' && { ssr: { noExternal: true, external: ['react', 'react-dom', 'react-router', 'zod'] } }),
}))
