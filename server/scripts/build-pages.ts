/** `npm run build`: the pages for `npm start`. A running server keeps the pages that it has loaded. */
import { buildWeb } from '../src/platform/pages/web-build.ts'
import { adviceFor } from '../src/start/startup-errors.ts'

const began = performance.now()
try {
  await buildWeb()
  console.log(`The pages are built (${((performance.now() - began) / 1_000).toFixed(1)} s)`)
} catch (error) {
  console.error(adviceFor(error) ?? error)
  process.exitCode = 1
}
