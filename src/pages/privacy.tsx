import { useTranslation } from 'next-i18next/pages'
import { LegalPage } from '@/features/legal/legal-page'
import { Preferences } from '@/features/preferences/preferences'
import { Frame } from '@/features/shell/frame'
import { plainPage } from '@/server/pages/step-page'

export default function PrivacyPage() {
  const { t } = useTranslation('legal')
  return (
    <Frame title={t('privacy.title')} preferences={<Preferences />}>
      <LegalPage id="privacy" />
    </Frame>
  )
}

export const getServerSideProps = plainPage(['legal'])
