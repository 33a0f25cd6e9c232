import { useTranslation } from 'next-i18next/pages'
import { CurrencyChangeNotice } from '@/features/currency-change/currency-change-notice'
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
          <CurrencyChangeNotice placement="summary" />
          <OrderSummary />
        </>
      }
      preferences={<Preferences />}
      action={{ form: reviewFormId, label: t('continueShort') }}
    >
      <Partner />
      <CurrencyChangeNotice placement="step" />
      <Review methods={delivery?.methods ?? []} saveProblemStatus={<SaveProblemStatus />} />
    </StepShell>
  )
}

export const getServerSideProps = stepPage('review', ['review', 'urgent', 'permits', 'pickers'])
