import { useCheckout, useCheckoutState } from '@/client/checkout/checkout-provider'
import type { PhotoUpload } from '@/client/store/upload-state'
import { useTranslation } from '@/client/texts/use-translation'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'
import { buildPhotoRoute, findMissingPhotoTypes } from '@/domain/photos/photo-files'
import { usePhotoSource } from '@/features/review/permit-preview'
import { ReviewPart } from '@/features/review/review-group'
import { ButtonLink } from '@/ui/button'
import { classNames } from '@/ui/class-names'
import { CheckBadgeIcon, ErrorBadgeIcon, PlusIcon, WarningIcon } from '@/ui/icons'
import { ClockIcon } from '@/ui/later-icons'
import { Link } from '@/ui/link'
import { type PictureSource, usePicture } from '@/ui/picture-source'
import { Spinner } from '@/ui/spinner'
import { TileList } from '@/ui/tile-list'

/** The four photos; missing ones can follow the payment. Each leads to its part of the step. */
export function PhotoThumbs() {
  const { t } = useTranslation('review')
  const { images } = useCheckoutState('approval_documents').approval_documents
  const uploads = useCheckout(({ uploads }) => uploads)
  const isAnyThere = images.length > 0 || Object.values(uploads).some(isInProgress)
  const nextMissing = findMissingPhotoTypes(images).find(type => !isInProgress(uploads[type]))
  return (
    <ReviewPart
      heading={t('photos.heading')}
      step="upload-photos"
      changeLabel={t('photos.changes')}
      addLabel={isAnyThere ? undefined : t('photos.add')}
    >
      <TileList>
        {documentTypes.map(type => (
          <PhotoThumb key={type} type={type} />
        ))}
      </TileList>
      {nextMissing && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-3">
          <ButtonLink variant="secondary" href={toPhotoEdit(nextMissing)}>
            {t('photos.addNow')}
          </ButtonLink>
          <p className="min-w-0 grow basis-48 text-ink-2 text-sm">{t('photos.orLater')}</p>
        </div>
      )}
    </ReviewPart>
  )
}

const toPhotoEdit = (type: DocumentType): string => `${buildPhotoRoute(type)}&from=review`

const isInProgress = (upload: PhotoUpload | undefined): boolean =>
  upload !== undefined && upload.state !== 'failed' && upload.state !== 'rejected'

function PhotoThumb({ type }: { type: DocumentType }) {
  const { t } = useTranslation('review')
  const upload = useCheckout(({ uploads }) => uploads[type])
  const { images } = useCheckoutState('approval_documents').approval_documents
  const source = usePhotoSource(type)
  const image = images.find(candidate => candidate.type === type)
  const state = upload?.state ?? (image ? (image.needs_review ? 'review' : 'added') : 'none')
  const percent = upload?.state === 'uploading' ? upload.percent : 0
  return (
    <li>
      <Link
        href={toPhotoEdit(type)}
        className="group grid grid-cols-[minmax(0,1fr)] gap-1 text-center text-[0.8125rem] text-ink-2 leading-snug no-underline"
      >
        <span
          className={classNames(
            'relative grid aspect-[9/7] w-full place-items-center overflow-hidden rounded-control border group-hover:border-accent',
            source
              ? 'border-line bg-paper'
              : 'border-[1.5px] border-control border-dashed text-accent',
          )}
        >
          {source ? <Thumbnail source={source} isWhole={type === 'signature'} /> : <PlusIcon />}
          {source && <span className="absolute end-1 bottom-1">{statusIcons[state]}</span>}
        </span>
        <span className="group-hover:underline">{t(`photos.${type}`)}</span>
        <span className={state === 'added' || state === 'none' ? 'sr-only' : undefined}>
          {t(`photos.state.${state}`, { percent })}
        </span>
      </Link>
    </li>
  )
}

/** A signature is shown whole, a photo fills its frame. */
function Thumbnail({ source, isWhole }: { source: PictureSource; isWhole: boolean }) {
  return (
    // biome-ignore lint/performance/noImgElement: private, already small, and must not be cached by an optimiser
    <img
      {...usePicture(source)}
      alt=""
      className={classNames(
        'absolute inset-0 size-full',
        isWhole ? 'object-contain p-1 mix-blend-multiply' : 'object-cover object-[50%_20%]',
      )}
    />
  )
}

const statusIcons = {
  none: null,
  added: <CheckBadgeIcon className="size-5" />,
  review: <WarningIcon className="size-5 rounded-full bg-card" />,
  waiting: <ClockIcon className="size-5 rounded-full bg-card" />,
  uploading: <Spinner className="size-5 rounded-full bg-card" />,
  offline: <ClockIcon className="size-5 rounded-full bg-card" />,
  failed: <ErrorBadgeIcon className="size-5" />,
  rejected: <ErrorBadgeIcon className="size-5" />,
}
