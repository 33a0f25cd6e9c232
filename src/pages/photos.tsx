import { useTranslation } from 'next-i18next/pages'
import { LentFrame } from '@/features/photos/lent-frame'
import { LentPhotos } from '@/features/photos/lent-photos'
import { type LentPhotosProps, lentPhotosPage } from '@/server/lent-page'

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
