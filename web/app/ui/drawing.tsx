/** A drawing of app/brand beside a few words that say the same. */
export function Drawing({ src, className = '' }: { src: string; className?: string }) {
  return <img src={src} alt="" width={200} height={160} className={`h-40 w-auto dark:brightness-90 ${className}`} />
}
