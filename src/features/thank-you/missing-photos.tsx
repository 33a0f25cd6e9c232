import { useCheckout } from '@/client/checkout/checkout-provider'
import { useTranslation } from '@/client/texts/use-translation'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'
import { buildPhotoRoute, findDoubtfulPhotoTypes } from '@/domain/photos/photo-files'
import { PhotoSlot } from '@/features/thank-you/photo-slot'
import { listMissingPhotos, usePaidOrder } from '@/features/thank-you/use-paid-order'
import { ButtonLink } from '@/ui/button'
import { Group } from '@/ui/group'
import { CameraIcon } from '@/ui/later-icons'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { TileList } from '@/ui/tile-list'

/** Nothing can be made without all four photos: what is missing, and the way to add it. */
export function MissingPhotos() {
  const { t } = useTranslation('thank-you')
  const { state } = usePaidOrder()
  const uploads = useCheckout(({ uploads }) => uploads)
  const missingTypes = listMissingPhotos(state)
  const photosToAdd = missingTypes.filter(type => {
    const upload = uploads[type]
    return !upload || upload.state === 'failed' || upload.state === 'rejected'
  })
  const [firstPhoto] = photosToAdd
  if (missingTypes.length === 0) return null
  if (!firstPhoto) {
    const isOffline = missingTypes.some(type => uploads[type]?.state === 'offline')
    return (
      <Notice tone="info" title={t('photos.onWay')}>
        {isOffline ? t('photos.offline') : t('photos.onWayText')}
      </Notice>
    )
  }
  const count = photosToAdd.length
  return (
    <Group heading={t('photos.title', { count })} className="border-warn-line! bg-warn-soft!">
      <p className="-mt-3">{t('photos.text')}</p>
      <TileList>
        {documentTypes.map(type => (
          <li key={type} className="text-center">
            <Photo
              type={type}
              isAdded={!missingTypes.includes(type)}
              isLinked={photosToAdd.includes(type)}
            />
          </li>
        ))}
      </TileList>
      <ButtonLink variant="primary" href={buildPhotoRoute(firstPhoto)} icon={<CameraIcon />}>
        {t('photos.add', { count })}
      </ButtonLink>
      <p className="-mt-1 text-ink-2 text-sm">{t('photos.later')}</p>
    </Group>
  )
}

interface PhotoProps {
  type: DocumentType
  isAdded: boolean
  /** Leads to the photo; not while it is uploading. */
  isLinked: boolean
}

function Photo({ type, isAdded, isLinked }: PhotoProps) {
  const { t } = useTranslation('thank-you')
  const content = (
    <>
      <PhotoSlot type={type} addedLabel={isAdded ? t('photos.added') : undefined} />
      <span className="block pt-1 text-[0.8125rem] leading-snug">{t(`photos.short.${type}`)}</span>
    </>
  )
  return isLinked ? (
    <Link href={buildPhotoRoute(type)} className="block rounded-control">
      {content}
    </Link>
  ) : (
    content
  )
}

/** Photos that may need a retake, with the way to replace them. */
export function DoubtfulPhotos() {
  const { t } = useTranslation(['thank-you', 'photos'])
  const { images } = usePaidOrder().state.approval_documents
  const uploads = useCheckout(({ uploads }) => uploads)
  const types = findDoubtfulPhotoTypes(images).filter(type => !uploads[type])
  if (types.length === 0) return null
  return (
    <Notice tone="advice" title={t('photos:there.retake', { count: types.length })}>
      <p>{t('photos:there.retakeText')}</p>
      <ul>
        {types.map(type => (
          <li key={type}>
            <Link
              href={buildPhotoRoute(type)}
              className="flex min-h-11 items-center justify-between gap-x-4 no-underline"
            >
              <span className="min-w-0 text-ink">{t(`photos.${type}`)}</span>{' '}
              <span className="underline">{t('photos:there.replace')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
