import { classNames } from '@/ui/class-names'

/** Placeholder of loading content; give it the size of the content. */
export const Skeleton = ({ className = 'h-4 w-full' }: { className?: string }) => (
  <span
    aria-hidden="true"
    className={classNames('block animate-pulse rounded-control bg-line', className)}
  />
)
