import { useRouter } from 'next/router'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { useTranslation } from '@/client/texts/use-translation'
import { PreferencesForm, preferencesFormId } from '@/features/preferences/preferences-form'
import { Button } from '@/ui/button'
import { Group } from '@/ui/group'
import { Notice } from '@/ui/notice'
import { PageLayout } from '@/ui/page-layout'

/** The dialog's form on its own page, for browsers without scripts. */
export function PreferencesPage() {
  const { t } = useTranslation(['common', 'preferences'])
  const { back: requestedPath } = useRouter().query
  const returnPath =
    typeof requestedPath === 'string' && requestedPath.startsWith('/checkouts/')
      ? requestedPath
      : '/checkouts/'
  return (
    <PageLayout title={t('preferences:title')}>
      <RefusalNotice />
      <Group>
        <PreferencesForm returnPath={returnPath} />
        <Button type="submit" form={preferencesFormId}>
          {t('preferences:apply')}
        </Button>
        <a href={returnPath} className="inline-flex min-h-11 items-center justify-self-center">
          {t('preferences:cancel')}
        </a>
      </Group>
    </PageLayout>
  )
}

/** Why the currency was not changed. */
function RefusalNotice() {
  const { t } = useTranslation(['common', 'preferences'])
  const { refused } = useRouter().query
  const { currency: old, currency_error: currency } = useCheckout(({ checkout }) => checkout.state)
  if (refused === 'payment_in_progress')
    return <Notice tone="error">{t('save.payment_in_progress')}</Notice>
  if (refused !== 'currency' || !currency) return null
  return <Notice tone="error">{t('preferences.failed', { currency, old })}</Notice>
}
