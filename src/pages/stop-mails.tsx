import { useTranslation } from '@/client/texts/use-translation'
import { Preferences } from '@/features/preferences/preferences'
import { Frame } from '@/features/shell/frame'
import { StopMailsForm } from '@/features/stop-mails/stop-mails-form'
import { plainPage } from '@/server/pages/step-page'
import { PageLayout } from '@/ui/page-layout'

export default function StopMailsPage() {
  const { t } = useTranslation('stop-mails')
  return (
    <Frame title={t('title')} preferences={<Preferences />}>
      <PageLayout title={t('title')}>
        <StopMailsForm />
      </PageLayout>
    </Frame>
  )
}

export const getServerSideProps = plainPage(['stop-mails'])
