import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { chunkGroups, shareRoot } from './chunks.ts'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), shareRoot],
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
})
