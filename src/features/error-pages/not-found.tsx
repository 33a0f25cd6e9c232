import type { ReactNode } from 'react'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { useTranslation } from '@/client/texts/use-translation'
import { RestartForm } from '@/features/error-pages/restart-form'
import { ButtonLink } from '@/ui/button'
import { EmptyRoadPicture } from '@/ui/empty-road-picture'
import { Group } from '@/ui/group'
import { PageLayout } from '@/ui/page-layout'

interface NotFoundProps {
  /** The link to the order, or to the first step of a new one. */
  order: ReactNode
  /** Discards the order; omitted for a visitor without one. */
  restart?: ReactNode
  restartWhy?: ReactNode
  help: ReactNode
  /** Launch parameters of the address, for the order that the visitor continues with. */
  launch?: Record<string, string>
}

/** Actions of the 404 page. */
export function NotFound({ order, restart, restartWhy, help, launch }: NotFoundProps) {
  const query = new URLSearchParams(launch).toString()
  return (
    <Group>
      <EmptyRoadPicture className="mx-auto max-w-[320px]" />
      <div className="mx-auto grid w-full max-w-md gap-3">
        <ButtonLink href={query ? `/?${query}` : '/'}>{order}</ButtonLink>
        {restart && (
          <>
            <RestartForm launch={launch}>{restart}</RestartForm>
            <p className="text-center text-ink-2 text-sm">{restartWhy}</p>
          </>
        )}
        <ButtonLink variant="link" wide={false} href="/help/" className="mt-0 justify-self-center">
          {help}
        </ButtonLink>
      </div>
    </Group>
  )
}

/** 404 page in the customer's language. */
export function NotFoundPage() {
  const { t } = useTranslation('not-found')
  const { launch } = usePage()
  const hasOrder = useCheckout(({ checkout }) => checkout.token !== '')
  const actions = hasOrder
    ? { order: t('order'), restart: t('restart'), restartWhy: t('restartWhy') }
    : { order: t('restart') }
  return (
    <PageLayout title={t('title')} lead={t(hasOrder ? 'whyOrder' : 'why')}>
      <NotFound {...actions} help={t('help')} launch={launch} />
    </PageLayout>
  )
}
