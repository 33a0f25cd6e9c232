/** Decorative: the text beside it has the meaning. */
export const Spinner = ({ className = 'size-5' }: { className?: string }) => (
  <svg viewBox="0 0 20 20" aria-hidden="true" className={`${className} shrink-0 animate-spin`}>
    <circle
      cx="10"
      cy="10"
      r="8"
      fill="none"
      stroke="currentColor"
      strokeOpacity=".3"
      strokeWidth="2.5"
    />
    <path
      d="M18 10a8 8 0 0 0-8-8"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
    />
  </svg>
)
