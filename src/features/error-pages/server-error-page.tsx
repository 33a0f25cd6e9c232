import { ErrorScreen } from '@/features/error-pages/error-screen'

/**
 * An empty href is the current URL with its query (link parameters, a bank's return parameters).
 */
const currentUrl = ''

/** Error screen for a server error; a retry requests the same URL. */
export function ServerErrorPage() {
  return (
    <ErrorScreen
      retryAction={
        // Not next/link: it would lead to the URL of the error page itself.
        <a
          href={currentUrl}
          className="inline-flex min-h-[54px] items-center justify-center rounded-card bg-accent px-6 py-2 font-semibold text-md text-white no-underline shadow-action hover:bg-accent-strong hover:text-white"
        >
          Try again
        </a>
      }
    />
  )
}
