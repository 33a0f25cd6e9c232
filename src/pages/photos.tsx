import { useTranslation } from 'next-i18next/pages'
import { LentFrame } from '@/features/photos/handoff-frame'
import { LentPhotos } from '@/features/photos/handoff-photos'
import { type LentPhotosProps, lentPhotosPage } from '@/server/pages/handoff-page'

/** Where a code leads that was made for a phone: the photos of one order, and nothing else of it. */
export default function LentPhotosPage(props: LentPhotosProps) {
  const { t } = useTranslation('lent')
  return (
    <LentFrame title={t('title')} lead={t('lead')}>
      <LentPhotos {...props} />
    </LentFrame>
  )
}

export const getServerSideProps = lentPhotosPage(['lent', 'photos'])
