import { useTranslation } from '@/client/texts/use-translation'
import { NotFoundPage } from '@/features/error-pages/not-found'
import { Preferences } from '@/features/preferences/preferences'
import { Frame } from '@/features/shell/frame'
import { plainPage } from '@/server/pages/step-page'

export default function UnknownPage() {
  const { t } = useTranslation('not-found')
  return (
    <Frame title={t('title')} preferences={<Preferences />}>
      <NotFoundPage />
    </Frame>
  )
}

export const getServerSideProps = plainPage(['not-found'], 404)
