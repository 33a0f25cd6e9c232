import { HandoffFrame, HandoffPhotosView } from '@/features/photos/handoff-photos'
import { type HandoffPageProps, handoffPage } from '@/server/pages/handoff-page'

/** Target of the hand-off code for a phone: only the photos of one order. */
export default function LentPhotosPage(props: HandoffPageProps) {
  return (
    <HandoffFrame isSandbox={props.isSandbox}>
      <HandoffPhotosView {...props} />
    </HandoffFrame>
  )
}

export const getServerSideProps = handoffPage(['lent', 'photos'])
