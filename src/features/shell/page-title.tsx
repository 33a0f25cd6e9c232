import Head from 'next/head'
import { useTranslation } from 'next-i18next/pages'
import { useCheckout } from '@/client/checkout/checkout-provider'

/**
 * Document title: the step's if there is a checkout, else the product's name. Errors come first.
 */
export function PageTitle({ title, hasErrors = false }: { title: string; hasErrors?: boolean }) {
  const { t } = useTranslation('common')
  const hasToken = useCheckout(({ checkout }) => checkout.token !== '')
  const fullTitle = hasToken ? `${title} – ${t('product')}` : t('product')
  return (
    <Head>
      <title>{hasErrors ? t('errors.titlePrefix', { title: fullTitle }) : fullTitle}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
    </Head>
  )
}
