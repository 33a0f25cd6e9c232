import type { ReactNode } from 'react'
import { shippingMethodsQuery } from '@/client/api/shipping-queries'
import { useApi, useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { useCachedQuery } from '@/client/checkout/use-cached-query'
import { useDates } from '@/client/format/use-dates'
import { usePickupPoint } from '@/client/format/use-delivery-texts'
import { useTranslation } from '@/client/texts/use-translation'
import { hasParcel } from '@/domain/catalog/plans'
import { estimateArrival, type ShippingMethod } from '@/domain/catalog/shipping-methods'
import { findPickupPartner } from '@/domain/links/partner-offer'
import { buildPhotoRoute } from '@/domain/photos/photo-files'
import { listMissingPhotos, usePaidOrder } from '@/features/thank-you/use-paid-order'
import { ButtonLink } from '@/ui/button'
import { Group } from '@/ui/group'
import { CameraIcon } from '@/ui/icons'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'

/** What happens next. All times count from the photos: without them nothing can start. */
export function NextSteps({ servedMethods }: { servedMethods: ShippingMethod[] | undefined }) {
  const { t } = useTranslation('thank-you')
  const { state } = usePaidOrder()
  const point = usePickupPoint()
  const speed = state.urgent.selected ? 'urgent' : 'standard'
  const hasPhotos = listMissingPhotos(state).length === 0
  return (
    <Group heading={t('next.heading')}>
      <ol className="grid gap-4">
        <Step number={1} title={t(hasPhotos ? 'next.check' : 'next.photos')}>
          {t(hasPhotos ? `next.checkText` : 'next.photosText')}
        </Step>
        <Step number={2} title={t('next.digital')}>
          {t(`next.digitalText.${speed}`, { email: state.customer.email })}
        </Step>
        {hasParcel(state.category) && (
          <>
            <Step number={3} title={t(point ? 'next.collectPrint' : 'next.print')}>
              {t('next.printText')}
            </Step>
            <Step number={4} title={t(point ? 'next.collect' : 'next.arrive')}>
              <Arrival servedMethods={servedMethods} />
            </Step>
          </>
        )}
      </ol>
    </Group>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-3">
      <span
        aria-hidden="true"
        className="grid size-8 place-items-center rounded-full bg-accent-soft font-semibold text-accent-strong"
      >
        {number}
      </span>
      <div>
        <p className="pt-1 font-semibold">{title}</p>
        <div className="text-ink-2">{children}</div>
      </div>
    </li>
  )
}

/** Dates are shown only for photos that are sent today: the parcel waits for them. */
function Arrival({ servedMethods }: { servedMethods: ShippingMethod[] | undefined }) {
  const { t } = useTranslation(['thank-you', 'common'])
  const { today } = usePage()
  const { range } = useDates()
  const { state } = usePaidOrder()
  const point = usePickupPoint()
  const { method, isLoading } = useSelectedMethod(servedMethods)
  if (isLoading) return <Skeleton className="h-6 w-3/4" />
  if (!method) return t('next.arriveSoon')
  const joinLines = (lines: string[]) =>
    lines.reduce((first, second) => t('common:listed', { first, second }))
  const { name, min_delivery: min, max_delivery: max } = method
  const pickupPlace = point && { point: point.name, address: joinLines(point.address.split('\n')) }
  if (listMissingPhotos(state).length === 0)
    return pickupPlace
      ? t('next.collectDays', { ...pickupPlace, min, max })
      : t('next.arriveDays', { name, min, max })
  const { from, to } = estimateArrival(method, { today, country: state.shipping.country })
  const dates = range(from, to)
  return (
    <span suppressHydrationWarning>
      {pickupPlace
        ? t('next.collectDates', { ...pickupPlace, dates })
        : t('next.arriveDates', { name, dates })}
    </span>
  )
}

/** The chosen delivery method; undefined while it is unknown. */
function useSelectedMethod(servedMethods: ShippingMethod[] | undefined) {
  const api = useApi()
  const { state } = usePaidOrder()
  const { currency, selectedShippingMethod, shipping } = state
  const { country } = shipping
  const { data, isLoading } = useCachedQuery({
    ...shippingMethodsQuery(api, { country, currency, partner: findPickupPartner(state) }),
    ...(servedMethods && { initialData: servedMethods }),
  })
  return {
    method: data?.find(({ code }) => code === selectedShippingMethod?.code),
    isLoading,
  }
}

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
