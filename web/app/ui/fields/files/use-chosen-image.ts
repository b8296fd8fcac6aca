import { imageSentences, imageTypes, maxImageBytes } from '@camilan/contract/images'
import { useEffect, useRef, useState } from 'react'
import { shrinkImage } from './shrink-image'

type ImageUse = 'product' | 'profile'

/** Where the shop gave no answer. */
export const imageNotSent = 'Gambar belum terkirim. Silakan coba lagi.'

export interface ChosenImage {
  /** Chosen, and not saved yet. */
  file: File | null
  /** An object URL of the file, for a preview. */
  url: string | null
  error: string | undefined
  /** A photo that is too large is made smaller. A file that the shop would refuse sets `error`, and the earlier file stays. */
  choose(file: File): Promise<void>
  clear(): void
  /** A photo that is too large is being made smaller. */
  isShrinking: boolean
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
  const [isShrinking, setShrinking] = useState(false)
  /** The last image that was chosen or removed. A slower check of an earlier one is ignored. */
  const latest = useRef<File>(null)
  return {
    file,
    url: useObjectUrl(file),
    error,
    isShrinking,
    choose: check,
    clear() {
      latest.current = null
      setFile(null)
      setShrinking(false)
      setError(undefined)
    },
    setError,
  }

  async function check(chosen: File): Promise<void> {
    latest.current = chosen
    const isHeic = await isHeicPhoto(chosen)
    const isLarge = isHeic || (isKnownType(chosen) && isTooLarge(chosen))
    setShrinking(isLarge)
    const image = (isLarge && (await shrinkImage(chosen))) || chosen
    const problem =
      isHeic && image === chosen
        ? heicSentence(use)
        : (problemOfImage(image, use) ?? (await problemOfContents(image, use)))
    if (latest.current !== chosen) return
    setShrinking(false)
    setError(problem)
    if (problem !== undefined) return
    setFile(image)
    onChosen?.(image)
  }
}

/** Whether it is a photo of an iPhone, by its bytes. Some browsers can draw it; the shop takes none. */
export const isHeicPhoto = async (file: File): Promise<boolean> =>
  /^ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)$/.test(await textAt(file, 4, 12))

/** What is wrong and what helps. */
export const heicSentence = (use: ImageUse): string =>
  `${imageSentences[`${use}Type`].replace(/\.?$/, '.')} ${imageSentences.heic}`

/** The reason why the shop would refuse a file; undefined if it would not. The server decides by the bytes. */
export function problemOfImage(file: File, use: ImageUse): string | undefined {
  if (!isKnownType(file)) return imageSentences[`${use}Type`]
  return isTooLarge(file) ? imageSentences[`${use}Size`] : undefined
}

const isKnownType = ({ type }: File) => imageTypes.some((known) => known === type)
const isTooLarge = ({ size }: File) => size > maxImageBytes

/** The same by the content, because a name that ends in .jpg does not make a file a picture. */
export async function problemOfContents(file: File, use: ImageUse): Promise<string | undefined> {
  if (!isPicture(await textAt(file, 0, 12))) return imageSentences[`${use}Type`]
  if (!('createImageBitmap' in globalThis)) return undefined
  try {
    const picture = await createImageBitmap(file)
    picture.close()
    return undefined
  } catch {
    return 'Gambar tidak bisa dibaca. Pilih gambar lain.'
  }
}

const textAt = async (file: File, from: number, to: number) =>
  String.fromCharCode(...new Uint8Array(await file.slice(from, to).arrayBuffer()))

/** By the first bytes, as on the server. */
function isPicture(header: string): boolean {
  if (header.startsWith('RIFF')) return header.endsWith('WEBP')
  return ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a'].some((start) => header.startsWith(start))
}

/** A URL of the file for an `img`, until another file comes. */
export function useObjectUrl(file: File | null): string | null {
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
