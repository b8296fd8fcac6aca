import { section, type ValuesOf } from '../platform/config/section.ts'
import {
  flag,
  optional,
  origin,
  s3Name,
  s3Prefix,
  secret,
  text,
  wholeNumber,
  withDefault,
} from '../platform/config/variables.ts'
import type { S3Settings } from './stores/s3-client.ts'

const s3 = ['MEDIA_S3_ENDPOINT', 'MEDIA_S3_REGION', 'MEDIA_S3_BUCKET', 'MEDIA_S3_KEY', 'MEDIA_S3_SECRET'] as const
const s3Extras = ['MEDIA_S3_PREFIX', 'MEDIA_S3_PATH_STYLE'] as const

export const mediaSection = section({
  title: 'Pictures',
  about:
    'Pictures are files in `DATA_DIR/media` unless the first five of these are set. For several processes: [scaling](scaling.md#pictures).',
  variables: {
    MEDIA_S3_ENDPOINT: optional(origin, 'origin of an S3 service for pictures', 'files in `DATA_DIR/media`'),
    MEDIA_S3_REGION: optional(s3Name, 'region of the bucket, as the service names it'),
    MEDIA_S3_BUCKET: optional(s3Name, 'bucket; it must exist'),
    MEDIA_S3_KEY: optional(text, 'access key, which may read, write, delete and list'),
    MEDIA_S3_SECRET: optional(secret({ min: 1, max: 1_000 }), 'secret of that key'),
    MEDIA_S3_PREFIX: optional(s3Prefix, 'folder in the bucket, for this shop alone', 'the whole bucket'),
    MEDIA_S3_PATH_STYLE: optional(flag, 'the bucket is in the path, not in the host', '`on`'),
    UPLOADS_PER_CUSTOMER: withDefault(wholeNumber({ min: 1 }), 'pictures that a customer may upload in an hour', '20'),
  },
  rules: (rule) => [
    rule([...s3, ...s3Extras], (values) => {
      const missing = s3.filter((name) => values[name] === undefined)
      const isUnused = missing.length === s3.length && s3Extras.every((name) => values[name] === undefined)
      if (missing.length === 0 || isUnused) return []
      return [`${missing.join(', ')} must be set too: pictures are on S3 with all five of the settings, or with none`]
    }),
  ],
})

type Values = ValuesOf<typeof mediaSection>

export const mediaConfig = (values: Values) => ({
  mediaS3: s3Of(values),
  uploadsPerCustomer: values.UPLOADS_PER_CUSTOMER,
})

/** Undefined: pictures are files. */
function s3Of(values: Values): S3Settings | undefined {
  const { MEDIA_S3_ENDPOINT: endpoint, MEDIA_S3_REGION: region, MEDIA_S3_BUCKET: bucket } = values
  const { MEDIA_S3_KEY: key, MEDIA_S3_SECRET: secret, MEDIA_S3_PREFIX: prefix = '' } = values
  if (!endpoint || !region || !bucket || !key || !secret) return undefined
  return { endpoint, region, bucket, key, secret, prefix, pathStyle: values.MEDIA_S3_PATH_STYLE ?? true }
}
