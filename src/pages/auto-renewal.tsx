import { useTranslation } from '@/client/texts/use-translation'
import { StopRenewalForm } from '@/features/auto-renewal/stop-renewal-form'
import { Preferences } from '@/features/preferences/preferences'
import { Frame } from '@/features/shell/frame'
import { plainPage } from '@/server/pages/step-page'
import { PageLayout } from '@/ui/page-layout'

export default function AutoRenewalPage() {
  const { t } = useTranslation('renewal')
  return (
    <Frame title={t('page.title')} preferences={<Preferences />}>
      <PageLayout title={t('page.title')}>
        <StopRenewalForm />
      </PageLayout>
    </Frame>
  )
}

export const getServerSideProps = plainPage(['renewal'])
