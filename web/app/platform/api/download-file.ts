import { ask } from './api'
import { isTabCurrent } from './session'

/** Saves what a path answers as a file, with the name that the answer gives it. */
export async function downloadFile(path: string, usualName: string): Promise<void> {
  const response = await ask('GET', path)
  const url = URL.createObjectURL(await response.blob())
  if (!isTabCurrent()) return
  const link = document.createElement('a')
  link.href = url
  link.download = /"(.+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? usualName
  link.click()
  URL.revokeObjectURL(url)
}
