import * as z from 'zod/mini'

/** Raise it when an older release can't read the archive. */
export const formatVersion = 1

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

const Part = z.object({
  /** The name of the entry in the archive. */
  name: z.string(),
  bytes: z.int(),
  sha256: Sha256,
})

const TablePart = z.extend(Part, { table: z.string(), columns: z.array(z.string()), rows: z.int() })
export type TablePart = z.infer<typeof TablePart>

/** The description of an archive. It is the entry `manifest.json`, the last but one. */
export const Manifest = z.object({
  format: z.literal(formatVersion),
  app: z.string(),
  /** Releases before 0.2.0 did not write this field. */
  commit: z.optional(z.string()),
  postgres: z.string(),
  /** The moment of the snapshot. */
  made_at: z.iso.datetime(),
  migrations: z.array(z.object({ number: z.int(), name: z.string(), checksum: Sha256 })),
  /** The tables in the order of the restore. */
  tables: z.array(TablePart),
  pictures: z.array(Part),
})
export type Manifest = z.infer<typeof Manifest>

export const manifestName = 'manifest.json'
/** The hash of the manifest, in the format of sha256sum. */
export const manifestHashName = 'manifest.sha256'
export const picturePrefix = 'pictures/'
export const tablePart = (table: string): string => `tables/${table}.copy.gz`
