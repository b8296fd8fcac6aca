import { imageSentences, imageTypes, maxImageBytes } from '@camilan/contract/images'
import { useEffect, useState } from 'react'

type ImageUse = 'product' | 'profile'

export interface ChosenImage {
  /** Chosen, and not saved yet. */
  file: File | null
  /** An object URL of the file, for a preview. */
  url: string | null
  error: string | undefined
  /** A file that the shop would refuse sets `error` instead, and the file chosen before stays. */
  choose(file: File): void
  clear(): void
  /** Shows the server's sentence about the file. */
  setError(sentence: string | undefined): void
}

/** The state behind an ImageField. */
export function useChosenImage(use: ImageUse): ChosenImage {
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string>()
  return {
    file,
    url: useObjectUrl(file),
    error,
    choose(chosen) {
      const problem = problemOfImage(chosen, use)
      setError(problem)
      if (!problem) setFile(chosen)
    },
    clear() {
      setFile(null)
      setError(undefined)
    },
    setError,
  }
}

/** Why the shop would refuse a file; undefined if it would not. The server decides by the bytes. */
export function problemOfImage({ type, size }: File, use: ImageUse): string | undefined {
  if (!imageTypes.some((known) => known === type)) return imageSentences[`${use}Type`]
  return size > maxImageBytes ? imageSentences[`${use}Size`] : undefined
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
