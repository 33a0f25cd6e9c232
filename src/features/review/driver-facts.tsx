import { useTranslation } from 'next-i18next/pages'
import { useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { useDates } from '@/client/texts/use-dates'
import { formatCountryName } from '@/domain/data/country-names'
import { licenceClasses } from '@/domain/data/licence-classes'
import { isRealDate, normalizeToIsoDate } from '@/domain/dates/dates'
import { formatPhone } from '@/domain/phone/format-phone'
import { Fact, ReviewGroup } from '@/features/review/review-group'

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
