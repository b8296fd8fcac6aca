import path from 'node:path'
import { section, type ValuesOf } from '../../platform/config/section.ts'
import { number, optional, text, wholeNumber, withDefault } from '../../platform/config/variables.ts'
import type { BackupPlan } from './back-up-when-due.ts'

export const backupSection = section({
  title: 'Backups',
  about: 'How to make, check and restore them: [operations](operations.md#backup).',
  variables: {
    BACKUP_DIR: optional(text, 'folder for backups, best on another disk', '`DATA_DIR/backups`'),
    BACKUP_EVERY_HOURS: withDefault(
      number({ max: 8_760, unit: 'hours' }),
      'time between two backups; 0: none are made',
      '24',
    ),
    BACKUP_KEEP: withDefault(wholeNumber({ min: 1, max: 10_000 }), 'backups that are kept', '7'),
  },
})

export const backupConfig = (values: ValuesOf<typeof backupSection>, dataDir: string): BackupPlan => ({
  folder: path.resolve(values.BACKUP_DIR ?? path.join(dataDir, 'backups')),
  everyHours: values.BACKUP_EVERY_HOURS,
  keep: values.BACKUP_KEEP,
})
