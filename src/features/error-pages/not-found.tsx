import type { ReactNode } from 'react'
import { useTranslation } from '@/client/texts/use-translation'
import { RestartForm } from '@/features/error-pages/restart-form'
import { ButtonLink } from '@/ui/button'
import { EmptyRoadPicture } from '@/ui/empty-road-picture'
import { Group } from '@/ui/group'
import { PageLayout } from '@/ui/page-layout'

interface NotFoundTexts {
  order: ReactNode
  restart: ReactNode
  restartWhy: ReactNode
  help: ReactNode
}

/** Actions of the 404 page. */
export function NotFound({ order, restart, restartWhy, help }: NotFoundTexts) {
  return (
    <Group>
      <EmptyRoadPicture className="mx-auto max-w-[320px]" />
      <div className="mx-auto grid w-full max-w-md gap-3">
        <ButtonLink href="/">{order}</ButtonLink>
        <RestartForm>{restart}</RestartForm>
        <p className="text-center text-ink-2 text-sm">{restartWhy}</p>
        <ButtonLink variant="link" wide={false} href="/help/" className="mt-0! justify-self-center">
          {help}
        </ButtonLink>
      </div>
    </Group>
  )
}

/** 404 page in the customer's language. */
export function NotFoundPage() {
  const { t } = useTranslation('not-found')
  return (
    <PageLayout title={t('title')} lead={t('why')}>
      <NotFound
        order={t('order')}
        restart={t('restart')}
        restartWhy={t('restartWhy')}
        help={t('help')}
      />
    </PageLayout>
  )
}
