/** First on the page, visible only on focus: skips the bars. */
export const SkipLink = ({ label }: { label: string }) => (
  <a
    href="#main"
    className="sr-only focus:not-sr-only focus:fixed focus:start-4 focus:top-3 focus:z-50 focus:rounded-control focus:bg-card focus:px-4 focus:py-2.5"
  >
    {label}
  </a>
)
