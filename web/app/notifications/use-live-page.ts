import { useRevalidator } from 'react-router'
import { type LiveNews, useLiveNews } from './live'

/** Load the page's data anew when something happens that concerns it, or may have while the line was down. */
export function useLivePage(concerns: (news: Exclude<LiveNews, { kind: 'missed' }>) => boolean): void {
  const { revalidate } = useRevalidator()
  useLiveNews((news) => {
    // Without a network the page stays as it was: an error in its place would tell less.
    if (navigator.onLine && (news.kind === 'missed' || concerns(news))) void revalidate()
  })
}
