/** Decorative: the text beside it has the meaning. */
export const Spinner = ({ className = 'size-5' }: { className?: string }) => (
  <span aria-hidden="true" className={`spinner ${className}`} />
)
