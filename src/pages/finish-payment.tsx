import { useTranslation } from '@/client/texts/use-translation'
import { FinishPayment } from '@/features/finish-payment/finish-payment'
import { Preferences } from '@/features/preferences/preferences'
import { Frame } from '@/features/shell/frame'
import { finishPage } from '@/server/pages/step-page'
import { PageLayout } from '@/ui/page-layout'

export default function FinishPaymentPage() {
  const { t } = useTranslation('finish-payment')
  return (
    <Frame title={t('title')} preferences={<Preferences />}>
      <PageLayout title={t('heading')}>
        <FinishPayment />
      </PageLayout>
    </Frame>
  )
}

// The decline texts are in the payment step's namespace.
export const getServerSideProps = finishPage(['finish-payment', 'payment'])
