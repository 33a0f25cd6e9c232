import { useCheckout, useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { usePermits } from '@/client/checkout/use-acknowledgements'
import { useDates } from '@/client/format/use-dates'
import { useDestinationName } from '@/client/format/use-destination-name'
import type { PhotoUpload } from '@/client/store/upload-state'
import type { DynamicT } from '@/client/texts/dynamic-translate'
import { useTranslation } from '@/client/texts/use-translation'
import { findPlan } from '@/domain/catalog/plans'
import { formatCountryName } from '@/domain/data/country-names'
import { resolveDestinationCountry } from '@/domain/data/destinations'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'
import { licenceClasses } from '@/domain/data/licence-classes'
import { isRealDate, normalizeToIsoDate } from '@/domain/dates/dates'
import { type Permit, verdictOf } from '@/domain/destinations/permit-verdict'
import { formatPhone } from '@/domain/phone/format-phone'
import { buildPhotoRoute, findMissingPhotoTypes } from '@/domain/photos/photo-files'
import { Fact, ReviewGroup } from '@/features/review/review-group'
import { ButtonLink } from '@/ui/button'
import { CheckBadgeIcon, ClockIcon, ErrorBadgeIcon } from '@/ui/icons'
import { Spinner } from '@/ui/spinner'

/** Driver data that is printed, and the email address that receives the permit. */
export function DriverFacts() {
  const { t } = useTranslation('review')
  const { language, ownWords } = usePage()
  const { day } = useDates()
  const { customer, dialCode } = useCheckoutState('customer', 'dialCode')
  return (
    <ReviewGroup
      heading={t('driver.heading')}
      step="driver-details"
      changeLabel={t('driver.changes')}
    >
      <Fact label={t('driver.name')}>
        <bdi>{`${customer.license_first_name} ${customer.license_last_name}`}</bdi>
      </Fact>
      <Fact label={t('driver.birth')}>
        <span {...ownWords} suppressHydrationWarning>
          {isRealDate(customer.date_of_birth) && day(normalizeToIsoDate(customer.date_of_birth))}
        </span>
      </Fact>
      <Fact label={t('driver.birthPlace')}>
        <bdi>{customer.place_of_birth}</bdi>
      </Fact>
      <Fact label={t('driver.issued')}>
        <span {...ownWords} suppressHydrationWarning>
          {formatCountryName(customer.license_issued, language)}
        </span>
      </Fact>
      <Fact label={t('driver.residence')}>
        <span {...ownWords} suppressHydrationWarning>
          {formatCountryName(customer.country_of_residence, language)}
        </span>
      </Fact>
      <Fact label={t('driver.gender')}>
        {customer.gender && t(`driver.genders.${customer.gender}`)}
      </Fact>
      <Fact label={t('driver.height')}>
        {customer.height && t('driver.cm', { height: roundHeight(customer.height) })}
      </Fact>
      <Fact label={t('driver.eyes')}>
        {customer.eye_color && t(`driver.colors.${customer.eye_color}`)}
      </Fact>
      <Fact label={t('driver.email')}>
        <bdi>{customer.email}</bdi>
      </Fact>
      <Fact label={t('driver.phone')}>
        {customer.phone && <bdi dir="ltr">{formatPhone({ customer, dialCode })}</bdi>}
      </Fact>
    </ReviewGroup>
  )
}

/** Heights entered in feet and inches were once stored as fractional centimetres. */
const roundHeight = (height: string): string => {
  const centimetres = Math.round(Number(height))
  return Number.isNaN(centimetres) ? height : String(centimetres)
}

/** Licence classes that the permit translates. */
export function ClassFacts() {
  const { t } = useTranslation('review')
  const { customer } = useCheckoutState('customer')
  return (
    <ReviewGroup
      heading={t('driver.classes')}
      step="driver-details"
      anchor="licence"
      changeLabel={t('driver.classesChanges')}
    >
      {licenceClasses
        .filter(({ flag }) => customer[flag])
        .map(({ flag, letter }) => (
          <Fact key={flag} label={t('driver.class', { letter })}>
            {t(`driver.class_names.${flag}`)}
          </Fact>
        ))}
    </ReviewGroup>
  )
}

/** Destinations, and whether the chosen plan is accepted there. */
export function TripFacts() {
  const { t } = useTranslation('review')
  const { ownWords } = usePage()
  const nameOf = useDestinationName()
  const { destinations } = useCheckoutState('destinations')
  const table = usePermits()
  return (
    <ReviewGroup heading={t('trip.heading')} step="driver-details" changeLabel={t('trip.changes')}>
      {destinations.length === 0 && <Fact label={t('trip.none')}>{null}</Fact>}
      {destinations.map(id => (
        <Fact
          key={id}
          label={
            <span {...ownWords} suppressHydrationWarning>
              {nameOf(id)}
            </span>
          }
        >
          <DestinationVerdict permit={table.get(id)} />
        </Fact>
      ))}
    </ReviewGroup>
  )
}

/** Conflicts with the plan replace the general sentence, which they imply. */
function DestinationVerdict({ permit }: { permit: Permit | undefined }) {
  const { t } = useTranslation(['permits', 'review'])
  const nameOf = useDestinationName()
  const { productList, selectedLicense, customer } = useCheckoutState(
    'productList',
    'selectedLicense',
    'customer',
  )
  const verdict = verdictOf(permit, findPlan(productList, selectedLicense))
  if (verdict.kind === 'unknown') return t('review:trip.unknown')
  const { destination, years, conflicts, sentence } = verdict
  const textValues = { country: nameOf(destination), count: years }
  if (resolveDestinationCountry(destination).toLowerCase() === customer.license_issued)
    return <span suppressHydrationWarning>{t('home', textValues)}</span>
  const conflictSentences = conflicts.map(conflict => conflict.sentence)
  return (conflictSentences.length > 0 ? conflictSentences : [sentence]).map(line => (
    <span key={line} className="block" suppressHydrationWarning>
      {(t as DynamicT)(line, textValues)}
    </span>
  ))
}

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
