import { useTranslation } from 'next-i18next/pages'
import { CurrencyReceipt } from '@/features/currency-receipt/currency-receipt'
import { OrderSummary } from '@/features/order-summary/order-summary'
import { SaveProblemStatus } from '@/features/order-summary/save-problem-status'
import { Partner } from '@/features/partner/partner'
import { Preferences } from '@/features/preferences/preferences'
import { Review, reviewFormId } from '@/features/review/review'
import { StepShell } from '@/features/shell/step-shell'
import { type PageProps, stepPage } from '@/server/pages/step-page'

export default function ReviewPage({ delivery }: Pick<PageProps, 'delivery'>) {
  const { t } = useTranslation('review')
  return (
    <StepShell
      step="review"
      summary={
        <>
          <CurrencyReceipt placement="summary" />
          <OrderSummary />
        </>
      }
      preferences={<Preferences />}
      action={{ form: reviewFormId, label: t('continueShort') }}
    >
      <Partner />
      <CurrencyReceipt placement="step" />
      <Review methods={delivery?.methods ?? []} saveProblemStatus={<SaveProblemStatus />} />
    </StepShell>
  )
}

export const getServerSideProps = stepPage('review', ['review', 'urgent', 'permits', 'pickers'])
