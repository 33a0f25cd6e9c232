import { useContinueLabel } from '@/client/checkout/use-is-edit'
import { useTranslation } from '@/client/texts/use-translation'
import { GeoDelivery } from '@/features/geo-delivery/geo-delivery'
import { HowItWorks } from '@/features/how-it-works/how-it-works'
import { SaveProblemStatus } from '@/features/order-summary/save-problem-status'
import { RemovedUrgentNotice } from '@/features/payment/removed-urgent'
import { ChoosePlan, planFormId } from '@/features/plan/choose-plan'
import { StepShell } from '@/features/shell/step-shell'
import { RemovedItemsNotice } from '@/features/travel-items/removed-items-notice'
import { TravelItems, TravelWallet } from '@/features/travel-items/travel-items'
import { notices, preferences, summary } from '@/layouts/around-step'
import { type PageProps, stepPage } from '@/server/pages/step-page'

export default function ShippingPage({ delivery }: Pick<PageProps, 'delivery'>) {
  const { t } = useTranslation('plan')
  return (
    <StepShell
      step="shipping"
      summary={summary}
      aside={
        <>
          <TravelWallet />
          <HowItWorks />
        </>
      }
      preferences={preferences}
      action={{ form: planFormId, label: useContinueLabel(t('continueShort')) }}
    >
      {notices}
      <RemovedUrgentNotice />
      <GeoDelivery servedMethods={delivery} />
      <ChoosePlan
        servedMethods={delivery}
        removedExtrasNotice={<RemovedItemsNotice />}
        extras={<TravelItems />}
        saveProblemStatus={<SaveProblemStatus />}
      />
    </StepShell>
  )
}

export const getServerSideProps = stepPage('shipping', [
  'plan',
  'travel',
  'permits',
  'pickers',
  'payment:purchase',
])
