import postcss from 'postcss'
import type { Plugin } from 'vite'

/**
 * Writes each style sheet a second time without cascade layers, as `<name>-flat.css`, for browsers that skip whole layers
 * (Chrome before 99). The order of Tailwind's layers is that of the file; only a component's rule with more classes than a
 * utility then wins over it. The script in a page loads these files where they are needed (`inline-manifest.ts`).
 */
export const flatStyles: Plugin = {
  name: 'flat-styles',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    if (this.environment.name !== 'client') return
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
      const sheet = postcss.parse(String(file.source))
      sheet.walkAtRules('layer', (layer) => {
        layer.replaceWith(layer.nodes ?? [])
      })
      this.emitFile({
        type: 'asset',
        fileName: file.fileName.replace(/\.css$/, '-flat.css'),
        source: sheet.toString(),
      })
    }
  },
}
