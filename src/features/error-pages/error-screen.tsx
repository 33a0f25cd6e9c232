import { type ReactNode, useEffect } from 'react'
import { english } from '@/features/error-pages/english'
import { PlainPage } from '@/features/error-pages/plain-page'
import { RestartForm } from '@/features/error-pages/restart-form'
import { ButtonLink } from '@/ui/button'
import { Group } from '@/ui/group'

const { crash } = english

/** Generic error screen. Reloading discards the order, so the retry comes first. */
export function ErrorScreen({ retryAction }: { retryAction: ReactNode }) {
  useEffect(reportEarlyErrors, [])
  return (
    <PlainPage title={crash.title} lead={crash.text}>
      <Group>
        <p>{crash.kept}</p>
        <div className="grid gap-3 sm:grid-cols-2 sm:items-center">
          {retryAction}
          <RestartForm>{crash.reload}</RestartForm>
        </div>
        <ButtonLink variant="link" wide={false} href="/help/" className="justify-self-start">
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
