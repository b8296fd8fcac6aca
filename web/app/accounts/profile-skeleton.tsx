import { Skeleton } from '~/ui/skeleton'
import { TitledSkeleton } from '~/ui/titled-skeleton'

export function ProfileSkeleton({ title }: { title: string }) {
  return (
    <TitledSkeleton title={title} className="max-w-3xl">
      <div className="card grid gap-5 p-4 md:p-6">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="size-24 rounded-full" />
        <Skeleton className="h-19" />
        <Skeleton className="h-19" />
        <Skeleton className="h-28" />
      </div>
    </TitledSkeleton>
  )
}
