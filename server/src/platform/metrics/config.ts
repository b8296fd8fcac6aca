import { section, type ValuesOf } from '../config/section.ts'
import { optional, secret, wholeNumber } from '../config/variables.ts'

export const metricsSection = section({
  title: 'Watching',
  about: 'What to look at, and the alert rules: [operations](operations.md#what-to-watch).',
  variables: {
    METRICS_PORT: optional(
      wholeNumber({ min: 1, max: 65_535 }),
      'port of `/metrics`, on 127.0.0.1 only, without a token',
      'no metrics',
    ),
    METRICS_TOKEN: optional(
      secret({ min: 16, max: 200 }),
      "bearer token for `/metrics` on the shop's own port",
      'no metrics there',
    ),
  },
})

/** Without either there are no metrics. */
export const metricsConfig = (values: ValuesOf<typeof metricsSection>) => ({
  port: values.METRICS_PORT,
  token: values.METRICS_TOKEN,
})
