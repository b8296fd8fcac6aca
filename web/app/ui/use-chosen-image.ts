import { imageSentences, imageTypes, maxImageBytes } from '@camilan/contract/images'
import { useEffect, useRef, useState } from 'react'
import { shrinkImage } from './shrink-image'

type ImageUse = 'product' | 'profile'

export interface ChosenImage {
  /** Chosen, and not saved yet. */
  file: File | null
  /** An object URL of the file, for a preview. */
  url: string | null
  error: string | undefined
  /** A file that the shop would refuse sets `error` instead, and the earlier file stays. */
  choose(file: File): Promise<void>
  clear(): void
  /** The chosen file after its check has ended; undefined if that check has refused it. */
  checked(): Promise<File | null | undefined>
  /** Shrinks the picture that was too large; undefined unless the last one was refused only for its size. */
  shrink: (() => Promise<void>) | undefined
  /** Shows the server's sentence about the file. */
  setError(sentence: string | undefined): void
}

/**
 * The state behind an ImageField.
 * @param onChosen  called with a chosen file that the shop would accept
 */
export function useChosenImage(use: ImageUse, onChosen?: (file: File) => void): ChosenImage {
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string>()
  const [tooLarge, setTooLarge] = useState<File | null>(null)
  /** The last image that was chosen or removed. A slower check of an earlier one is ignored. */
  const latest = useRef<File>(null)
  const running = useRef<Promise<File | undefined>>(null)
  function accept(chosen: File) {
    setFile(chosen)
    onChosen?.(chosen)
  }
  async function shrink(large: File) {
    const smaller = await shrinkImage(large)
    if (latest.current !== large) return
    setTooLarge(null)
    setError(smaller ? undefined : 'Gambar tidak dapat dikecilkan. Pilih gambar lain.')
    if (smaller) accept(smaller)
  }
  return {
    file,
    url: useObjectUrl(file),
    error,
    shrink: tooLarge ? () => shrink(tooLarge) : undefined,
    async choose(chosen) {
      running.current = check(chosen)
      await running.current
      if (latest.current === chosen) running.current = null
    },
    checked: async () => (running.current ? await running.current : file),
    clear() {
      latest.current = null
      running.current = null
      setFile(null)
      setTooLarge(null)
      setError(undefined)
    },
    setError,
  }

  /** @returns undefined if the shop would refuse it */
  async function check(chosen: File): Promise<File | undefined> {
    latest.current = chosen
    const problem = problemOfImage(chosen, use)
    const ofContents = problem === undefined || isTooLarge(chosen) ? await problemOfContents(chosen, use) : problem
    if (latest.current !== chosen) return undefined
    setTooLarge(isTooLarge(chosen) && !ofContents ? chosen : null)
    setError(problem ?? ofContents)
    if (problem || ofContents) return undefined
    accept(chosen)
    return chosen
  }
}

/** The reason why the shop would refuse a file; undefined if it would not. The server decides by the bytes. */
export function problemOfImage(file: File, use: ImageUse): string | undefined {
  if (!imageTypes.some((known) => known === file.type)) return imageSentences[`${use}Type`]
  return isTooLarge(file) ? imageSentences[`${use}Size`] : undefined
}

const isTooLarge = ({ size }: File) => size > maxImageBytes

/** The same by the content, because a name that ends in .jpg does not make a file a picture. */
export async function problemOfContents(file: File, use: ImageUse): Promise<string | undefined> {
  const header = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()))
  if (!isPicture(header)) return imageSentences[`${use}Type`]
  if (!('createImageBitmap' in globalThis)) return undefined
  try {
    const picture = await createImageBitmap(file)
    picture.close()
    return undefined
  } catch {
    return 'Gambar tidak dapat dibaca. Pilih gambar lain.'
  }
}

/** By the first bytes, as on the server. */
function isPicture(header: string): boolean {
  if (header.startsWith('RIFF')) return header.endsWith('WEBP')
  return ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a'].some((start) => header.startsWith(start))
}

function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(created)
    }
  }, [file])
  return url
}
