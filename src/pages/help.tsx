import { useTranslation } from '@/client/texts/use-translation'
import { HelpPage } from '@/features/legal/help-page'
import { Preferences } from '@/features/preferences/preferences'
import { Frame } from '@/features/shell/frame'
import { plainPage } from '@/server/pages/step-page'

export default function HelpAndContactPage() {
  const { t } = useTranslation('legal')
  return (
    <Frame title={t('help.title')} preferences={<Preferences />}>
      <HelpPage />
    </Frame>
  )
}

export const getServerSideProps = plainPage(['legal'])
