import { useCheckout } from '@/client/checkout/checkout-provider'
import { usePaidRedirect } from '@/client/checkout/use-paid-redirect'
import { useTranslation } from '@/client/texts/use-translation'
import { findStep } from '@/domain/checkout/steps'
import { CheckoutPhotos, usePhotosAction, useStepPhotos } from '@/features/photos/checkout-photos'
import { areAllSubmitted } from '@/features/photos/photo-status'
import { Frame } from '@/features/shell/frame'
import { StepShell } from '@/features/shell/step-shell'
import { notices, preferences, summary } from '@/layouts/around-step'
import { stepPage } from '@/server/pages/step-page'
import { PageLayout } from '@/ui/page-layout'
import { StickyBar } from '@/ui/sticky-bar'

export default function UploadPhotosPage() {
  const isPaid = useCheckout(({ checkout }) => checkout.status !== 'processing')
  return isPaid ? <PhotosOfPaidOrder /> : <PhotoStep />
}

function PhotoStep() {
  const photos = useStepPhotos()
  return (
    <StepShell
      step="upload-photos"
      summary={summary}
      preferences={preferences}
      action={usePhotosAction(photos)}
    >
      {notices}
      <CheckoutPhotos photos={photos} />
    </StepShell>
  )
}

/** A paid order: only its photos can still be changed. */
function PhotosOfPaidOrder() {
  const { t } = useTranslation(['common', 'photos'])
  const { title, heading } = findStep('upload-photos')
  const photos = useStepPhotos()
  const { button } = usePhotosAction(photos)
  usePaidRedirect('upload-photos')
  return (
    <Frame title={t(title)} preferences={preferences}>
      <PageLayout
        title={t(heading)}
        lead={!areAllSubmitted(photos.source) && t('photos:later.text')}
        stickyBar={button && <StickyBar label={t(heading)} form={undefined} button={button} />}
      >
        <CheckoutPhotos photos={photos} />
      </PageLayout>
    </Frame>
  )
}

export const getServerSideProps = stepPage('upload-photos', ['photos'])
