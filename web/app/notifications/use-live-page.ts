import { useRevalidator } from 'react-router'
import { type LiveNews, useLiveNews } from './live'

/** Load the page's data anew when something happens that concerns it, or may have while the line was down. */
export function useLivePage(concerns: (news: Exclude<LiveNews, { kind: 'missed' }>) => boolean): void {
  const { revalidate } = useRevalidator()
  useLiveNews((news) => {
    if (news.kind === 'missed' || concerns(news)) void revalidate()
  })
}
