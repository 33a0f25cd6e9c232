import { useTranslation } from 'next-i18next/pages'
import { stepById } from '@/domain/steps'
import { Preferences } from '@/features/preferences/preferences'
import { Frame } from '@/features/shell/frame'
import { ThankYou } from '@/features/thank-you/thank-you'
import { type PageProps, stepPage } from '@/server/page'
import { PageLayout } from '@/ui/page-layout'

export default function ThankYouPage({ delivery }: Pick<PageProps, 'delivery'>) {
  const { t } = useTranslation('common')
  const { title, heading, description } = stepById('thank-you')
  return (
    <Frame title={t(title)} preferences={<Preferences />}>
      <PageLayout
        title={<span className="print:hidden">{t(heading)}</span>}
        lead={<span className="print:hidden">{t(description)}</span>}
      >
        <ThankYou methods={delivery?.methods} />
      </PageLayout>
    </Frame>
  )
}

export const getServerSideProps = stepPage('thank-you', ['thank-you'])
