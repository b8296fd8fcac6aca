import { imageSrcSets } from '@camilan/contract/images'
import type { Drawing } from '@camilan/contract/looks'
import hero from '~/brand/hero.svg'
import { useShopInfo } from '~/platform/pages/shop-info'

/** The whole drawing, or a part of the same file. */
export const drawingFiles: Record<Drawing, { src: string; alt: string }> = {
  meja: { src: hero, alt: 'Toples kue kering, sebal keripik, dan loyang nastar di meja dapur' },
  toples: { src: `${hero}#svgView(viewBox(600,70,560,420))`, alt: 'Toples kue kering di meja dapur' },
  keripik: { src: `${hero}#svgView(viewBox(0,40,560,420))`, alt: 'Sebal keripik di meja dapur' },
}

interface HeroPictureProps {
  /** The shown width, as in an img's `sizes`. */
  sizes: string
  /** It only decorates the page. */
  decorative?: boolean
  loading?: 'lazy'
  fetchPriority?: 'high'
  className: string
}

/** The picture of the shop: the seller's own, or the drawing. */
export function HeroPicture({ sizes, decorative = false, className, ...load }: HeroPictureProps) {
  const { name, look } = useShopInfo()
  const own = look?.picture ?? null
  const { src, alt } = drawingFiles[look?.drawing ?? 'meja']
  const described = own === null ? alt : `Foto dari ${name}`
  return (
    <img
      src={own ?? src}
      {...(own !== null && { srcSet: imageSrcSets(own, false).webp, sizes })}
      alt={decorative ? '' : described}
      width={1200}
      height={900}
      {...load}
      className={`object-cover dark:brightness-90 ${className}`}
    />
  )
}
