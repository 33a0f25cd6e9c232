import { useCheckout } from '@/client/checkout/checkout-provider'
import { usePaidRedirect } from '@/client/checkout/use-paid-redirect'
import { useTranslation } from '@/client/texts/use-translation'
import { findStep } from '@/domain/checkout/steps'
import { CheckoutPhotos, usePhotosContinueButton } from '@/features/photos/checkout-photos'
import { photosFormId } from '@/features/photos/use-checkout-photos'
import { Frame } from '@/features/shell/frame'
import { StepShell } from '@/features/shell/step-shell'
import { notices, preferences, summary } from '@/layouts/around-step'
import { stepPage } from '@/server/pages/step-page'
import { PageLayout } from '@/ui/page-layout'

export default function UploadPhotosPage() {
  const isPaid = useCheckout(({ checkout }) => checkout.status !== 'processing')
  return isPaid ? <PhotosOfPaidOrder /> : <PhotoStep />
}

function PhotoStep() {
  const continueButton = usePhotosContinueButton()
  return (
    <StepShell
      step="upload-photos"
      summary={summary}
      preferences={preferences}
      action={{ form: photosFormId, ...continueButton }}
    >
      {notices}
      <CheckoutPhotos />
    </StepShell>
  )
}

/** A paid order: only its photos can still be changed. */
function PhotosOfPaidOrder() {
  const { t } = useTranslation('common')
  const { title, heading, description } = findStep('upload-photos')
  usePaidRedirect('upload-photos')
  return (
    <Frame title={t(title)} preferences={preferences}>
      <PageLayout title={t(heading)} lead={t(description)}>
        <CheckoutPhotos />
      </PageLayout>
    </Frame>
  )
}

export const getServerSideProps = stepPage('upload-photos', ['photos'])
