import { isKnownState } from '@/domain/address/address-formats'
import type { StoredState } from '@/domain/checkout/checkout-state'
import { applyChange, difference, type StateChange } from '@/domain/checkout/state-change'
import { isCountryCode } from '@/domain/data/countries'
import { isLanguage } from '@/domain/data/languages'
import { isImpossibleDate } from '@/domain/dates/dates'
import { isAcknowledgementId } from '@/domain/destinations/destinations'
import type { FieldIssue } from '@/domain/input/field-issue'
import type { Catalog } from '@/server/catalog/catalog'
import { ApiError } from '@/server/infra/api-error'

/**
 * The choices of a change that do not exist, as issues with their path: `state.dialCode`. An empty
 * one means that nothing is chosen. A stored one may be sent again: it is refused when its step is
 * submitted.
 */
export function listUnknownChoices(
  state: StoredState,
  change: StateChange,
  { hasShippingMethod }: Pick<Catalog, 'hasShippingMethod'>,
): FieldIssue[] {
  const choices = difference(state, change)
  const { customer, shipping, langData, acknowledgements, selectedShippingMethod: method } = choices
  const { country } = applyChange(state, change).shipping
  const isUnknownByField = {
    userCountry: isUnknownCountry(choices.userCountry),
    dialCode: isUnknownCountry(choices.dialCode),
    language: isUnknownLanguage(choices.language),
    langData: isUnknownLanguage(langData?.from_value) || isUnknownLanguage(langData?.to_value),
    acknowledgements: acknowledgements?.some(
      id => !state.acknowledgements.includes(id) && !isAcknowledgementId(id),
    ),
    selectedShippingMethod: method && !hasShippingMethod(method.code),
    'customer.license_issued': isUnknownCountry(customer?.license_issued),
    'customer.country_of_residence': isUnknownCountry(customer?.country_of_residence),
    'shipping.country': isUnknownCountry(shipping?.country),
    'shipping.state': shipping?.state && !isKnownState(country, shipping.state),
  }
  return Object.entries(isUnknownByField)
    .filter(([, isUnknown]) => isUnknown)
    .map(([field]) => ({ field: `state.${field}`, message: buildMessage(field) }))
}

const isUnknownCountry = (code = ''): boolean => code !== '' && !isCountryCode(code)

const isUnknownLanguage = (code = ''): boolean => code !== '' && !isLanguage(code)

/** The texts of the address have its prefix: `shipping_country.unknown`. */
const buildMessage = (field: string): string =>
  `${field.replace('customer.', '').replace('.', '_')}.unknown`

/**
 * Throws `unprocessable` if a call sends a complete date of birth that is no day of the calendar. A
 * form posted without scripts may store one, because its page must show what was typed.
 */
export function assertPossibleBirthDate({ customer }: StateChange): void {
  if (!isImpossibleDate(customer?.date_of_birth ?? '')) return
  throw new ApiError('unprocessable', {
    issues: [{ field: 'state.customer.date_of_birth', message: 'date_of_birth.impossible' }],
  })
}
