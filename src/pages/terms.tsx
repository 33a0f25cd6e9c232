import { useTranslation } from 'next-i18next/pages'
import { LegalPage } from '@/features/legal/legal-page'
import { Preferences } from '@/features/preferences/preferences'
import { Frame } from '@/features/shell/frame'
import { plainPage } from '@/server/pages/step-page'

export default function TermsPage() {
  const { t } = useTranslation('legal')
  return (
    <Frame title={t('terms.title')} preferences={<Preferences />}>
      <LegalPage id="terms" />
    </Frame>
  )
}

export const getServerSideProps = plainPage(['legal'])
