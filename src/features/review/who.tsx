import dynamic from 'next/dynamic'
import { useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { useFieldValue } from '@/client/checkout/use-step-form'
import { useDates } from '@/client/format/use-dates'
import { useTranslation } from '@/client/texts/use-translation'
import { formatCountryName } from '@/domain/data/country-names'
import { resolveHeightUnit } from '@/domain/data/height-units'
import { licenceClasses } from '@/domain/data/licence-classes'
import { isRealDate, normalizeToIsoDate } from '@/domain/dates/dates'
import { toFeet } from '@/domain/driver/height'
import { isPrintable } from '@/domain/driver/name-rules'
import { LatinNameFields, type LatinNameForm } from '@/features/review/latin-name'
import { PermitPreview } from '@/features/review/permit-preview'
import { PhotoThumbs } from '@/features/review/photo-thumbs'
import { Fact, Facts, ReviewGroup } from '@/features/review/review-group'
import { Email } from '@/ui/email'

// Lazy: the list of mail providers is not part of the page.
const EmailSuggestion = dynamic(() =>
  import('@/features/review/lazy-email-suggestion').then(module => module.EmailSuggestion),
)

/** Who drives: the card as it will be printed, the answers it is made from, and the photos. */
export function Who({ latinName }: { latinName: LatinNameForm }) {
  const { t } = useTranslation('review')
  return (
    <ReviewGroup
      heading={t('driver.heading')}
      step="driver-details"
      anchor="you"
      changeLabel={t('driver.changes')}
    >
      <PermitPreview
        givenName={usePrintedName(latinName, 'license_first_name')}
        familyName={usePrintedName(latinName, 'license_last_name')}
      />
      <DriverFacts />
      <LatinNameFields form={latinName} />
      <PhotoThumbs />
    </ReviewGroup>
  )
}

/** A name as the card shows it: a dash while it has no spelling that can be printed. */
function usePrintedName(form: LatinNameForm, field: 'license_first_name' | 'license_last_name') {
  const name = useFieldValue(form, field).trim()
  return isPrintable(field, name) ? name : '—'
}

const reviewedEmailId = 'reviewed-email'

/** The driver's answers, and the email address that receives the permit. */
export function DriverFacts() {
  const { t } = useTranslation('review')
  const { phone } = usePage()
  const { customer } = useCheckoutState('customer')
  const { license_issued, country_of_residence } = customer
  return (
    <Facts>
      <Fact label={t('driver.name')}>
        <bdi className="font-semibold">
          {`${customer.license_first_name} ${customer.license_last_name}`}
        </bdi>
      </Fact>
      <Fact label={t('driver.birth')}>
        <BirthDay />
        <span className="block">
          <bdi>{customer.place_of_birth}</bdi>
        </span>
      </Fact>
      <Fact label={t('driver.details')}>
        <Details />
      </Fact>
      <Fact label={t('driver.issued')}>
        <CountryName code={license_issued} />
        {licenceClasses
          .filter(({ flag }) => customer[flag])
          .map(({ flag, letter }) => (
            <span key={flag} className="flex gap-2">
              <b>{letter}</b>
              {t(`driver.class_names.${flag}`)}
            </span>
          ))}
      </Fact>
      {country_of_residence !== license_issued && (
        <Fact label={t('driver.residence')}>
          <CountryName code={country_of_residence} />
        </Fact>
      )}
      <Fact label={t('driver.email')}>
        <span id={reviewedEmailId} tabIndex={-1} className="block">
          <Email address={customer.email} />
        </span>
        <span role="status" className="block">
          <EmailSuggestion emailId={reviewedEmailId} />
        </span>
      </Fact>
      {phone && (
        <Fact label={t('driver.phone')}>
          <bdi dir="ltr">{phone}</bdi>
        </Fact>
      )}
    </Facts>
  )
}

function BirthDay() {
  const { day } = useDates()
  const { date_of_birth } = useCheckoutState('customer').customer
  return (
    <span className="block" suppressHydrationWarning>
      {isRealDate(date_of_birth) && day(normalizeToIsoDate(date_of_birth))}
    </span>
  )
}

function CountryName({ code }: { code: string }) {
  const { language } = usePage()
  return (
    <span className="block" suppressHydrationWarning>
      {formatCountryName(code, language)}
    </span>
  )
}

function Details() {
  const { t } = useTranslation('review')
  const { gender, eye_color } = useCheckoutState('customer').customer
  const height = useHeight()
  if (!gender || !eye_color) return t('notProvided')
  return t('driver.detailsValue', {
    gender: t(`driver.genders.${gender}`),
    height,
    eyes: t(`driver.eyes.${eye_color}`),
  })
}

/** In the unit in which it was typed. */
function useHeight(): string {
  const { t } = useTranslation('review')
  const { height, height_unit, license_issued } = useCheckoutState('customer').customer
  const feet = toFeet(height)
  if (feet && (height_unit ?? resolveHeightUnit(license_issued)) === 'ft')
    return t('driver.ft', feet)
  return t('driver.cm', { height: roundHeight(height) })
}

/** Heights entered in feet and inches were once stored as fractional centimetres. */
const roundHeight = (height: string): string => {
  const centimetres = Math.round(Number(height))
  return Number.isNaN(centimetres) ? height : String(centimetres)
}
