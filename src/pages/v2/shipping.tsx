import { useTranslation } from 'next-i18next/pages'
import { stepById } from '@/domain/steps'
import { CurrencyReceipt } from '@/features/currency-receipt/currency-receipt'
import { OrderSummary } from '@/features/order-summary/order-summary'
import { ChoosePlan, planFormId } from '@/features/plan/choose-plan'
import { Preferences } from '@/features/preferences/preferences'
import { PageTitle } from '@/features/shell/page-title'
import { StepShell } from '@/features/shell/step-shell'
import { TravelItems } from '@/features/travel-items/travel-items'
import { TravelWallet } from '@/features/travel-items/travel-wallet'
import { type PageProps, stepPage } from '@/server/page'

export default function ShippingPage({ delivery }: Pick<PageProps, 'delivery'>) {
  const { t } = useTranslation(['plan', 'common'])
  return (
    <StepShell
      step="shipping"
      summary={
        <>
          <CurrencyReceipt />
          <OrderSummary />
          <TravelWallet />
        </>
      }
      preferences={<Preferences />}
      action={{ form: planFormId, label: t('continueShort') }}
    >
      <ChoosePlan
        served={delivery}
        extras={<TravelItems />}
        titleWithErrors={<PageTitle hasErrors title={t(`common:${stepById('shipping').title}`)} />}
      />
    </StepShell>
  )
}

export const getServerSideProps = stepPage('shipping', ['plan', 'travel'])
