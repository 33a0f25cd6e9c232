import { useTranslation } from 'next-i18next/pages'
import { NotFound } from '@/features/error-pages/not-found'
import { PageLayout } from '@/ui/page-layout'

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
