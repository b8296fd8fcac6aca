import { Skeleton } from './skeleton'
import { TitledSkeleton } from './titled-skeleton'

/** What stands in for an administrator's list until its rows are here. */
export function ListSkeleton({ title }: { title: string }) {
  return (
    <TitledSkeleton title={title}>
      <Skeleton className="h-11 w-64" />
      <Skeleton className="h-24 lg:h-16" />
      <Skeleton className="h-24 lg:h-16" />
      <Skeleton className="h-24 lg:h-16" />
      <Skeleton className="h-24 lg:h-16" />
      <Skeleton className="h-24 lg:h-16" />
    </TitledSkeleton>
  )
}
