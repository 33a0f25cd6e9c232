import { classNames } from '@/ui/class-names'

/** Holds the place of what loads; give it the size of what will come. */
export const Skeleton = ({ className = 'h-4 w-full' }: { className?: string }) => (
  <span
    aria-hidden="true"
    className={classNames('block animate-pulse rounded-control bg-line', className)}
  />
)
