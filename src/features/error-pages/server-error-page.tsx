import { ErrorScreen } from '@/features/error-pages/error-screen'

/** An empty address leads to the page it stands on, with all that a link or a bank has added to it. */
const currentUrl = ''

/** The error screen for a page the server could not make: trying again asks for the same address. */
export function ServerErrorPage() {
  return (
    <ErrorScreen
      retryAction={
        // No next/link: it would lead to the address of the error page itself.
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
