import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  resolve: { tsconfigPaths: true },
  // Drawings stay files of their own: browsers keep them, and pages that repeat one stay small.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few files rather than forty small ones: what all pages run on, and what most of them share.
            codeSplitting: {
              groups: [
                { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
                {
                  name: 'shop',
                  test: /\/(web\/app|contract\/src|node_modules\/(zod|lucide-react))\//,
                  minShareCount: 8,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
  },
})
