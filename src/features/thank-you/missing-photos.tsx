import { useTranslation } from 'next-i18next/pages'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { buildPhotoRoute } from '@/domain/photos/photo-files'
import { listMissingPhotos, usePaidOrder } from '@/features/thank-you/use-paid-order'
import { ButtonLink } from '@/ui/button'
import { CameraIcon } from '@/ui/icons'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'

/** Nothing can be made without all four photos: shown first, with a link to each missing one. */
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
  return (
    <Notice tone="advice" title={t('photos.title', { count: photosToAdd.length })}>
      {t('photos.text')}
      <ul className="flex flex-wrap gap-x-5 pt-1 text-base">
        {photosToAdd.map(type => (
          <li key={type}>
            <Link href={buildPhotoRoute(type)} className="inline-flex min-h-11 items-center">
              {t(`photos.${type}`)}
            </Link>
          </li>
        ))}
      </ul>
      <ButtonLink
        href={buildPhotoRoute(firstPhoto)}
        icon={<CameraIcon />}
        className="mt-2 text-base!"
      >
        {t('photos.add', { count: photosToAdd.length })}
      </ButtonLink>
    </Notice>
  )
}
