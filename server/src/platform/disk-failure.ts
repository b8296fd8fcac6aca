const reasons: Record<string, string> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'the disk quota of this user is used up',
  EROFS: 'its file system is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOTDIR: 'it is no folder',
  EEXIST: 'it is no folder',
  // Node also reports a read-only file system with it, when it makes a folder.
  ENOENT: "it can't be made there",
  EIO: 'its disk is broken',
}

/** The reason why a folder can't be written, as part of a sentence. Undefined if `error` has another cause. */
export function whyNotWritten(error: unknown): string | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException
  return code === undefined || syscall === undefined ? undefined : reasons[code]
}
