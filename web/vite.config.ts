import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { loadRoutesBy } from './app/platform/navigation/router-internals.ts'
import { chunkGroups, shareRoot } from './chunks.ts'
import { flatStyles } from './flat-styles.ts'
import { oldestBrowsers } from './oldest-browsers.ts'

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    reactRouter(),
    shareRoot,
    loadRoutesBy('/app/platform/navigation/route-code.ts'),
    flatStyles,
  ],
  resolve: { tsconfigPaths: true },
  // Small drawings are inlined, to save a request. Browsers keep the others as files, which pages may repeat.
  build: {
    assetsInlineLimit: 800,
    target: Object.entries(oldestBrowsers).map(([browser, version]) => browser + version),
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: chunkGroups } },
        },
      },
    },
  },
  // The build contains the parts of the libraries that the rendered pages need, so a production install omits them. The
  // server shares one copy of these with the build.
  ...(command === 'build' && { ssr: { noExternal: true, external: ['react', 'react-dom', 'react-router', 'zod'] } }),
}))
