import { type DiskSpace, diskSpace, onSameDisk } from '../../platform/free-space.ts'

interface DiskFolders {
  data: string
  backup: string
}

export type Disk = DiskSpace & { disk: keyof DiskFolders }

/** The disk of the data, and that of the backups if it is another one. */
export async function readDisks({ data, backup }: DiskFolders): Promise<Disk[]> {
  const disks: Disk[] = [{ disk: 'data', ...(await diskSpace(data)) }]
  if (!(await onSameDisk(data, backup))) disks.push({ disk: 'backup', ...(await diskSpace(backup)) })
  return disks
}
