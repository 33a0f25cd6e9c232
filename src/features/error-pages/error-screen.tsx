import { type ReactNode, useEffect } from 'react'
import { english } from '@/features/error-pages/english'
import { PlainPage } from '@/features/error-pages/plain-page'
import { RestartForm } from '@/features/error-pages/restart-form'
import { ButtonLink } from '@/ui/button'
import { Group } from '@/ui/group'

const { crash } = english

/** Generic error screen. Reloading discards the order, so the retry comes first. */
export function ErrorScreen({ retryAction }: { retryAction: ReactNode }) {
  useEffect(() => {
    // The focused control is gone with the page.
    document.querySelector('h1')?.focus()
    reportEarlyErrors()
  }, [])
  return (
    <PlainPage title={crash.title} lead={crash.text}>
      <Group>
        <p>{crash.kept}</p>
        <div className="grid gap-3 sm:grid-cols-2 sm:items-center">
          {retryAction}
          <RestartForm>{crash.reload}</RestartForm>
        </div>
        <ButtonLink variant="link" wide={false} href="/help/" className="justify-self-center">
          {crash.help}
        </ButtonLink>
      </Group>
    </PlainPage>
  )
}

/** A page that fails before its first use has not loaded the error reporter. */
function reportEarlyErrors(): void {
  const reportingSettings = window.__NEXT_DATA__?.props['pageProps']?.settings?.reports
  if (reportingSettings)
    import('@/client/api/sentry-client').then(
      ({ startErrorReporting }) => startErrorReporting(reportingSettings),
      () => undefined,
    )
}

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
        <a href={currentUrl} className="button button-primary">
          Try again
        </a>
      }
    />
  )
}
