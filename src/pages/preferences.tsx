import { useTranslation } from '@/client/texts/use-translation'
import { PreferencesPage } from '@/features/preferences/preferences-page'
import { Frame } from '@/features/shell/frame'
import { plainPage } from '@/server/pages/step-page'

export default function LanguageAndCurrencyPage() {
  const { t } = useTranslation(['common', 'preferences'])
  return (
    <Frame title={t('preferences:title')}>
      <PreferencesPage />
    </Frame>
  )
}

export const getServerSideProps = plainPage(['preferences'])
