import { useTranslation } from 'next-i18next/pages'
import { useCheckout, useCheckoutState } from '@/client/checkout/checkout-provider'
import type { PhotoUpload } from '@/client/store/upload-state'
import { type DocumentType, documentTypes } from '@/domain/checkout/checkout-state'
import { buildPhotoRoute, findMissingPhotoTypes } from '@/domain/photos/photo-files'
import { Fact, ReviewGroup } from '@/features/review/review-group'
import { ButtonLink } from '@/ui/button'
import { CheckBadgeIcon, ClockIcon, ErrorBadgeIcon } from '@/ui/icons'
import { Spinner } from '@/ui/spinner'

/**
 * Which of the four photos are uploaded, uploading or missing; missing ones can follow the payment.
 */
export function PhotoFacts() {
  const { t } = useTranslation('review')
  const { images } = useCheckoutState('approval_documents').approval_documents
  const uploads = useCheckout(({ uploads }) => uploads)
  const nextMissing = findMissingPhotoTypes(images).find(type => !isInProgress(uploads[type]))
  return (
    <ReviewGroup
      heading={t('photos.heading')}
      step="upload-photos"
      changeLabel={t('photos.changes')}
    >
      {documentTypes.map(type => (
        <Fact key={type} label={t(`photos.${type}`)}>
          <PhotoStatus type={type} />
        </Fact>
      ))}
      {nextMissing && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-1 min-[360px]:col-span-2">
          <dt className="sr-only">{t('photos.missing')}</dt>
          <dd className="contents">
            <ButtonLink variant="secondary" href={`${buildPhotoRoute(nextMissing)}&from=review`}>
              {t('photos.addNow')}
            </ButtonLink>
            <span className="min-w-0 grow basis-48 text-ink-2 text-sm">{t('photos.orLater')}</span>
          </dd>
        </div>
      )}
    </ReviewGroup>
  )
}

const isInProgress = (upload: PhotoUpload | undefined): boolean =>
  upload !== undefined && upload.state !== 'failed' && upload.state !== 'rejected'

function PhotoStatus({ type }: { type: DocumentType }) {
  const { t } = useTranslation('review')
  const upload = useCheckout(({ uploads }) => uploads[type])
  const { images } = useCheckoutState('approval_documents').approval_documents
  const image = images.find(candidate => candidate.type === type)
  const percent = upload?.state === 'uploading' ? upload.percent : 0
  const state = upload?.state ?? (image ? 'added' : 'none')
  return (
    <span className="flex items-center gap-1.5">
      {statusIcons[state]}
      {t(`photos.state.${state}`, { percent })}
    </span>
  )
}

const statusIcons = {
  none: null,
  added: <CheckBadgeIcon className="size-4.5" />,
  waiting: <ClockIcon className="size-4.5" />,
  uploading: <Spinner className="size-4.5" />,
  offline: <ClockIcon className="size-4.5" />,
  failed: <ErrorBadgeIcon className="size-4.5" />,
  rejected: <ErrorBadgeIcon className="size-4.5" />,
}
