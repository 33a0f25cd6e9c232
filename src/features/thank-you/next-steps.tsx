import type { ReactNode } from 'react'
import { usePage } from '@/client/checkout/checkout-provider'
import { useClock } from '@/client/format/use-clock'
import { useDates } from '@/client/format/use-dates'
import { useMethodName, usePickupPoint } from '@/client/format/use-delivery-texts'
import { useRefusalTexts } from '@/client/format/use-refusal-texts'
import { useTranslation } from '@/client/texts/use-translation'
import { findPlan } from '@/domain/catalog/plans'
import { type OrderSchedule, resolveSpeed, scheduleOrder } from '@/domain/payments/order-schedule'
import { usePaidOrder } from '@/features/thank-you/use-paid-order'
import { emailMark, WithEmail } from '@/ui/email'
import { Group } from '@/ui/group'
import { CheckIcon } from '@/ui/icons'
import { CameraIcon, MailIcon, PrinterIcon, TruckIcon } from '@/ui/later-icons'
import { AdviceList } from '@/ui/notice'
import { Timeline, TimelineEvent } from '@/ui/timeline'

/** What happens next and when, with the dates of the confirmation mail. */
export function NextSteps() {
  const { t } = useTranslation('thank-you')
  const { courierDay, settings } = usePage()
  const { state, order } = usePaidOrder()
  const schedule = scheduleOrder(state, {
    paidAt: order?.paid_at ?? courierDay,
    courierDay,
    courierCutoff: settings.courierCutoff,
  })
  return (
    <Group heading={t('next.heading')}>
      <Timeline>
        <PhotosEvent {...schedule} />
        <DigitalEvent {...schedule} />
        {schedule.parcel && <ParcelEvents {...schedule.parcel} />}
      </Timeline>
      <RefusalTexts />
      <p className="border-line border-t pt-4 text-ink-2 text-sm">
        <b className="block text-ink">{t('licence.title')}</b>
        {t('licence.text')}
      </p>
    </Group>
  )
}

/** The destinations that do not accept what was bought. */
function RefusalTexts() {
  const { productList, selectedLicense } = usePaidOrder().state
  const texts = useRefusalTexts(findPlan(productList, selectedLicense))
  return <AdviceList texts={texts} />
}

function PhotosEvent({ hasAllPhotos, photosAt }: OrderSchedule) {
  const { t } = useTranslation('thank-you')
  return hasAllPhotos ? (
    <TimelineEvent
      state="done"
      icon={<CheckIcon />}
      title={t('next.check')}
      date={
        photosAt && (
          <ClockText at={photosAt}>
            {({ isToday, ...when }) => (isToday ? t('next.today', when) : when.when)}
          </ClockText>
        )
      }
    >
      {t('next.checkText')}
    </TimelineEvent>
  ) : (
    <TimelineEvent
      state="now"
      icon={<CameraIcon className="size-4" />}
      title={t('next.photos')}
      date={t('next.now')}
    >
      {t('next.photosText')}
    </TimelineEvent>
  )
}

function DigitalEvent({ hasAllPhotos, digitalBy }: OrderSchedule) {
  const { t } = useTranslation('thank-you')
  const { state } = usePaidOrder()
  return (
    <TimelineEvent
      state={hasAllPhotos ? 'now' : 'later'}
      icon={<MailIcon className="size-4" />}
      title={t('next.digital')}
      date={
        digitalBy ? (
          <ClockText at={digitalBy}>
            {({ isToday, ...when }) => t(isToday ? 'next.byToday' : 'next.by', when)}
          </ClockText>
        ) : (
          t(`next.within.${resolveSpeed(state)}`)
        )
      }
    >
      <WithEmail email={state.customer.email} sentence={t('next.to', { email: emailMark })} />
    </TimelineEvent>
  )
}

function ParcelEvents({ photosBy, sentOn, arrival }: NonNullable<OrderSchedule['parcel']>) {
  const { t } = useTranslation('thank-you')
  const { range } = useDates()
  const point = usePickupPoint()
  return (
    <>
      <TimelineEvent
        state="later"
        icon={<PrinterIcon className="size-4" />}
        title={t(point ? 'next.collectPrint' : 'next.print')}
        date={<span suppressHydrationWarning>{range(sentOn, sentOn)}</span>}
      >
        {t('next.printText')}
      </TimelineEvent>
      <TimelineEvent
        state="later"
        icon={<TruckIcon className="size-4" />}
        title={t(point ? 'next.ready' : 'next.arrives')}
        date={arrival && <span suppressHydrationWarning>{range(arrival.from, arrival.to)}</span>}
      >
        {arrival && photosBy && (
          <p>
            <PhotoDeadline at={photosBy} />
          </p>
        )}
        <ParcelPlace />
      </TimelineEvent>
    </>
  )
}

/** Until when missing photos have to be in; midnight is the end of a day. */
function PhotoDeadline({ at }: { at: string }) {
  const { t } = useTranslation('thank-you')
  const { endedDay, shortDay } = useClock()
  const day = endedDay(at)
  return (
    <ClockText at={day ?? at}>
      {({ isToday, ...when }) => {
        if (day)
          return t(isToday ? 'next.ifPhotosDayToday' : 'next.ifPhotosDay', { day: shortDay(day) })
        return t(isToday ? 'next.ifPhotosToday' : 'next.ifPhotos', when)
      }}
    </ClockText>
  )
}

/** Where the parcel goes and who brings it. */
function ParcelPlace() {
  const { t } = useTranslation(['thank-you', 'common'])
  const { state } = usePaidOrder()
  const point = usePickupPoint()
  const nameOf = useMethodName()
  const joinLines = (lines: string[]) =>
    lines.filter(Boolean).reduce((first, second) => t('common:listed', { first, second }))
  const { selectedShippingMethod: method, shipping } = state
  if (point)
    return t('next.collectAt', { point: point.name, address: joinLines(point.address.split('\n')) })
  if (!method) return t('next.arriveSoon')
  const address = joinLines([shipping.address, shipping.city])
  return t('next.arriveTo', { name: nameOf(method), address })
}

interface ClockTextProps {
  at: string
  /** The sentence: `time` is for today, `when` has the day, too. */
  children: (values: { isToday: boolean; time: string; when: string }) => ReactNode
}

/** A sentence with a time in the customer's zone. The sentence in UTC holds its place until then. */
function ClockText({ at, children }: ClockTextProps) {
  const { isLocal, isToday, time, dayAndTime } = useClock()
  return (
    <time
      dateTime={at}
      className={isLocal ? undefined : 'invisible noscript:visible'}
      suppressHydrationWarning
    >
      {children({ isToday: isToday(at), time: time(at), when: dayAndTime(at) })}
    </time>
  )
}
