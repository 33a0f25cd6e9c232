import dynamic from 'next/dynamic'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { useTranslation } from '@/client/texts/use-translation'
import { AutoRenewal } from '@/features/auto-renewal/auto-renewal'
import { RestartForm } from '@/features/error-pages/restart-form'
import { Lifetime } from '@/features/lifetime/lifetime'
import { Partner } from '@/features/partner/partner'
import { Preferences } from '@/features/preferences/preferences'
import { Frame } from '@/features/shell/frame'
import { AnotherOrder, AnotherOrderHint } from '@/features/thank-you/another-order'
import { PaidReceipt } from '@/features/thank-you/paid-receipt'
import { ThankYou, useThankYouTexts } from '@/features/thank-you/thank-you'
import { stepPage } from '@/server/pages/step-page'
import { PageLayout } from '@/ui/page-layout'
import { Skeleton } from '@/ui/skeleton'

// Loaded on demand: few customers pay twice.
const LifetimePaymentForm = dynamic(
  () =>
    import('@/features/payment/lifetime-payment-form').then(
      ({ LifetimePaymentForm }) => LifetimePaymentForm,
    ),
  { ssr: false, loading: () => <Skeleton className="h-96 w-full" /> },
)

const RenewalCardForm = dynamic(
  () =>
    import('@/features/payment/renewal-card-form').then(({ RenewalCardForm }) => RenewalCardForm),
  { ssr: false, loading: () => <Skeleton className="h-96 w-full" /> },
)

export default function ThankYouPage() {
  const { t } = useTranslation('thank-you')
  const { title, heading, lead } = useThankYouTexts()
  const isRefunded = useCheckout(({ checkout }) => checkout.order?.status === 'refunded')
  // The campaign `upsell_test` shows the same offer below the receipt instead of above it.
  const isOfferBelow = useCheckout(({ checkout }) =>
    checkout.state.campaigns.includes('upsell_test'),
  )
  const lifetime = !isRefunded && (
    <Lifetime
      renderPaymentForm={(offer, declineButton) => (
        <LifetimePaymentForm offer={offer} declineButton={declineButton} />
      )}
    />
  )
  return (
    <Frame title={title} preferences={<Preferences />}>
      <PageLayout
        title={<span className="print:hidden">{heading}</span>}
        lead={
          <span className="print:hidden" suppressHydrationWarning>
            {lead}
          </span>
        }
        summary={<PaidReceipt />}
        summaryLabel={t('receipt.heading')}
        aside={
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            {isOfferBelow && lifetime}
            <AnotherOrder newOrderButton={<RestartForm>{t('another.start')}</RestartForm>} />
          </div>
        }
      >
        <Partner />
        <AnotherOrderHint />
        <ThankYou />
        {!isOfferBelow && lifetime}
        <AutoRenewal renderCardForm={cardFormProps => <RenewalCardForm {...cardFormProps} />} />
      </PageLayout>
    </Frame>
  )
}

export const getServerSideProps = stepPage('thank-you', [
  'thank-you',
  'photos:there',
  'payment',
  'renewal',
  'permits',
  'pickers',
])
