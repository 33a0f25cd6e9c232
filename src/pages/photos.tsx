import { useTranslation } from 'next-i18next/pages'
import { HandoffFrame } from '@/features/photos/handoff-frame'
import { HandoffPhotosView } from '@/features/photos/handoff-photos'
import { type HandoffPageProps, handoffPage } from '@/server/pages/handoff-page'

/** Where a code leads that was made for a phone: the photos of one order, and nothing else of it. */
export default function LentPhotosPage(props: HandoffPageProps) {
  const { t } = useTranslation('lent')
  return (
    <HandoffFrame title={t('title')} lead={t('lead')}>
      <HandoffPhotosView {...props} />
    </HandoffFrame>
  )
}

export const getServerSideProps = handoffPage(['lent', 'photos'])
