import { useTranslation } from '@/client/texts/use-translation'
import { SaveProblemStatus } from '@/features/order-summary/save-problem-status'
import { usePreloadPayment } from '@/features/payment/payment-parts'
import { Review, reviewFormId } from '@/features/review/review'
import { StepShell } from '@/features/shell/step-shell'
import { notices, preferences, summary } from '@/layouts/around-step'
import { type PageProps, stepPage } from '@/server/pages/step-page'

export default function ReviewPage({ delivery }: Pick<PageProps, 'delivery'>) {
  const { t } = useTranslation('review')
  usePreloadPayment()
  return (
    <StepShell
      step="review"
      summary={summary}
      preferences={preferences}
      action={{ form: reviewFormId, label: t('continueShort') }}
    >
      {notices}
      <Review methods={delivery?.methods ?? []} saveProblemStatus={<SaveProblemStatus />} />
    </StepShell>
  )
}

export const getServerSideProps = stepPage('review', ['review', 'urgent', 'permits', 'pickers'])
