import { type Focus, maxImageBytes, readLook } from '@camilan/contract/images'
import { joinPicture, maxPictures, pictureSentences, splitPicture, withFocus } from '@camilan/contract/product-pictures'
import { useRef, useState } from 'react'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { inTime } from '~/platform/api/in-time'
import { shrinkImage } from '~/ui/fields/files/shrink-image'
import { uploadPicture } from '~/ui/fields/files/upload-picture'
import {
  heicSentence,
  imageNotSent,
  isHeicPhoto,
  problemOfContents,
  problemOfImage,
} from '~/ui/fields/files/use-chosen-image'
import { improveLight } from './improve-light'

/** A photo of a phone is larger. A larger PNG may be a drawing with transparent parts, which a smaller copy would lose. */
const shrinkAbove = 1_000_000

export type Pictures = ReturnType<typeof usePictures>

/**
 * The pictures of a product's form. Each is uploaded when it is chosen, and the form saves their URLs.
 * @param text  the URLs in their order, separated by spaces
 */
export function usePictures(text: string, setText: (text: string) => void) {
  const images = text.split(' ').filter(Boolean)
  /** The list may change while a picture is sent. */
  const newest = useRef(images)
  newest.current = images
  const { run, setProblem, ...uploads } = useUploads()
  const [selected, setSelected] = useState<string>()
  /** The picture before its light was corrected, by the corrected one. */
  const [originals, setOriginals] = useState<Record<string, string>>({})

  function change(next: string[]) {
    newest.current = next
    setText(next.join(' '))
  }
  function replace(former: string, url: string) {
    change(newest.current.map((image) => (image === former ? url : image)))
    setSelected(url)
  }
  async function addOne(file: File, signal: AbortSignal): Promise<string | undefined> {
    const sent = await prepared(file)
    if (typeof sent === 'string') return sent
    if (newest.current.length >= maxPictures) return pictureSentences.refused
    const url = await uploadPicture(sent, signal)
    const known = newest.current.find((image) => hashOf(image) === hashOf(url))
    if (!known && newest.current.length >= maxPictures) return pictureSentences.refused
    if (!known) change([...newest.current, url])
    setSelected(known ?? url)
  }
  async function add(files: readonly File[]) {
    setProblem(undefined)
    await Promise.all(files.map((file) => run((signal) => addOne(file, signal), file)))
  }
  return {
    ...uploads,
    images,
    selected: images.find((image) => image === selected),
    select: (image: string | undefined) => setSelected(image),
    add,
    sendAgain: () => add(uploads.takeFailed()),
    remove: (url: string) => change(images.filter((image) => image !== url)),
    /** @param to  the index that it gets */
    move(url: string, to: number) {
      const others = images.filter((image) => image !== url)
      if (to >= 0 && to <= others.length) change(others.toSpliced(to, 0, url))
    },
    focus(url: string, focus: Focus) {
      const { image, image_look } = splitPicture(url)
      replace(url, joinPicture(image, withFocus(image_look, focus)))
    },
    isImproved: (url: string) => hashOf(url) in originals,
    improve(url: string) {
      setProblem(undefined)
      const original = originals[hashOf(url)]
      if (original) return replace(url, original)
      void run(async (signal) => {
        const better = await uploadPicture(await improveLight(url), signal)
        setOriginals((known) => ({ ...known, [hashOf(better)]: url }))
        const { focus } = readLook(splitPicture(url).image_look)
        replace(url, joinPicture(better, focus && withFocus(null, focus)))
        return undefined
      })
    },
  }
}

function useUploads() {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const [uploading, setUploading] = useState(0)
  const [problem, setProblem] = useState<string>()
  /** The shop could not take them then. They can be sent again. */
  const [failed, setFailed] = useState<readonly File[]>([])
  return {
    uploading,
    problem,
    setProblem,
    failed,
    takeFailed() {
      setProblem(undefined)
      setFailed([])
      return failed
    },
    /** Shows a sentence if pictures are not sent yet: saving now would lose them. */
    askAboutFailed() {
      if (failed.length > 0) setProblem('Ada gambar yang belum terkirim. Kirim lagi, atau buang dulu.')
      return failed.length > 0
    },
    /**
     * Counts the work as an upload. A sentence that it returns is shown as the problem. One begins after the other: pictures
     * keep the order in which they were chosen, and a phone has one photo of 12 megapixels in memory. The form can't be saved
     * before the last one has ended.
     * @param file  kept where the shop could not take it; one that it refuses is not
     */
    async run(work: Work, file?: File): Promise<void> {
      setUploading((count) => count + 1)
      const ended = last.current
        .then(() => inTime(work))
        .catch((error) => {
          const isRefused = error instanceof ApiError && error.code === 'VALIDATION'
          if (file && !isRefused) setFailed((others) => [...others, file])
          return sentenceOf(error, imageNotSent)
        })
      last.current = ended
      const failure = await ended
      if (failure) setProblem(failure)
      setUploading((count) => count - 1)
    },
  }
}

type Work = (signal: AbortSignal) => Promise<string | undefined>

const hashOf = (url: string) => splitPicture(url).hash ?? url

/** The file that is sent, or the sentence why none is. */
async function prepared(file: File): Promise<File | string> {
  if (await isHeicPhoto(file)) return (await shrinkImage(file)) ?? heicSentence('product')
  const unreadable = await problemOfContents(file, 'product')
  const isLarge = file.size > (file.type === 'image/png' ? maxImageBytes : shrinkAbove)
  const sent = (isLarge && !unreadable && file.type !== 'image/gif' && (await shrinkImage(file))) || file
  return problemOfImage(sent, 'product') ?? unreadable ?? sent
}
