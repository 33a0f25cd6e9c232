import { useTranslation } from 'next-i18next/pages'
import { CurrencyChangeNotice } from '@/features/currency-change/currency-change-notice'
import { GeoDelivery } from '@/features/geo-delivery/geo-delivery'
import { HowItWorks } from '@/features/how-it-works/how-it-works'
import { OrderSummary } from '@/features/order-summary/order-summary'
import { SaveProblemStatus } from '@/features/order-summary/save-problem-status'
import { Partner } from '@/features/partner/partner'
import { ChoosePlan, planFormId } from '@/features/plan/choose-plan'
import { Preferences } from '@/features/preferences/preferences'
import { StepShell } from '@/features/shell/step-shell'
import { RemovedItemsNotice } from '@/features/travel-items/removed-items-notice'
import { TravelItems } from '@/features/travel-items/travel-items'
import { TravelWallet } from '@/features/travel-items/travel-wallet'
import { type PageProps, stepPage } from '@/server/pages/step-page'

export default function ShippingPage({ delivery }: Pick<PageProps, 'delivery'>) {
  const { t } = useTranslation('plan')
  return (
    <StepShell
      step="shipping"
      summary={
        <>
          <CurrencyChangeNotice placement="summary" />
          <OrderSummary />
          <TravelWallet />
          <HowItWorks />
        </>
      }
      preferences={<Preferences />}
      action={{ form: planFormId, label: t('continueShort') }}
    >
      <Partner />
      <CurrencyChangeNotice placement="step" />
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

export const getServerSideProps = stepPage('shipping', ['plan', 'travel', 'permits', 'pickers'])
