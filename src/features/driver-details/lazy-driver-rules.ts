import type { i18n as I18n } from 'i18next'
import { readReferralCode } from '@/client/analytics/referral-code'
import { track } from '@/client/analytics/track'
import type { ApiClient } from '@/client/api/api-client'
import type { ApiClientError } from '@/client/api/api-client-error'
import { report } from '@/client/api/report-error'
import { loadPhoneRule } from '@/client/pickers/load-phone-rules'
import { type CheckoutStore, optimisticState } from '@/client/store/checkout-store'
import { loadNamespace } from '@/client/texts/load-namespace'
import { proposeLatinName, trackEvent } from '@/contract/customers'
import type { WirePermits } from '@/contract/permits'
import { toPlanEventFields } from '@/domain/analytics/analytics-events'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { applyChange, type StateChange } from '@/domain/checkout/state-change'
import { findStep } from '@/domain/checkout/steps'
import { resolveHeightUnit } from '@/domain/data/height-units'
import { isImpossibleDate } from '@/domain/dates/dates'
import { unpackPermits } from '@/domain/destinations/pack-permits'
import { listJourneyIssues } from '@/domain/destinations/permit-verdict'
import { convertHeight } from '@/domain/driver/convert-height'
import type { DriverForm } from '@/domain/driver/driver-form'
import { listDriverIssues } from '@/domain/driver/driver-rules'
import { validateEmail } from '@/domain/driver/email'
import { suggestEmail } from '@/domain/driver/email-suggestion'
import type { NameField } from '@/domain/driver/name-rules'
import { normalizeEmail } from '@/domain/input/clean-input'
import type { FieldAdvice, FieldIssue } from '@/domain/input/field-issue'
import { isLatin, type NameKind } from '@/domain/input/latin'
import type { Query } from '@/domain/links/launch-params'
import type { PhoneRule } from '@/domain/phone/phone-rules'
import { ErrorSummary } from '@/ui/error-summary'
import { focusFirstError } from '@/ui/focus-first-error'

// Loaded as one chunk on first use of the form.

interface DriverRulesContext {
  today: string
  language: string
  permits: WirePermits | undefined
  validatePhone: PhoneRule | undefined
}

/** All issues that block step 1, in page order. */
export function findDriverStepIssues(
  state: CheckoutState,
  { today, language, permits, validatePhone }: DriverRulesContext,
): FieldIssue[] {
  const { dialCode } = state
  const issues = [
    ...listDriverIssues(state.customer, today, {
      dialCode,
      language,
      ...(validatePhone && { validatePhone }),
    }),
    ...listJourneyIssues(state, unpackPermits(permits?.groups ?? [])),
  ]
  return issues.sort((first, second) => Number(isAboutTrip(second)) - Number(isAboutTrip(first)))
}

/** Acknowledgements are shown with their destination, above all other fields. */
const isAboutTrip = ({ field }: FieldIssue): boolean => field.includes(':')

/** The change without an impossible date: it stays in the form, and the order has none. */
export const withoutImpossibleDate = (change: StateChange): StateChange =>
  isImpossibleDate(change.customer?.date_of_birth ?? '')
    ? applyChange(change, { customer: { date_of_birth: '' } })
    : change

/** Edits opened from the review step return to it. */
export const resolveNextRoute = ({ from }: Query): string =>
  findStep(from === 'review' ? 'review' : 'upload-photos').route

const nameKindOf: Record<NameField, NameKind> = {
  license_first_name: 'given',
  license_last_name: 'family',
  place_of_birth: 'place',
}

/**
 * Hint for a name that is not in Latin letters; `proposal` is its transliteration, if the server
 * knows one.
 */
export async function findLatinHint(
  api: ApiClient,
  field: NameField,
  name: string,
  country: string,
): Promise<{ proposal: string | null } | undefined> {
  if (isLatin(name)) return undefined
  return api(proposeLatinName, { body: { name, country, kind: nameKindOf[field] } }).then(
    ({ latin }) => ({ proposal: latin }),
    () => ({ proposal: null }),
  )
}

/** Texts of the issues and verdicts, loaded with the rules. */
export const loadRuleTexts = (i18n: I18n): Promise<unknown> =>
  Promise.all(
    ['driver-issues', 'permits', 'permit-notes'].map(namespace => loadNamespace(i18n, namespace)),
  )

/** Advice about an email address that looks mistyped: the one that was probably meant. */
export function listEmailAdvice(email: string): FieldAdvice[] {
  const detail = suggestEmail(email)
  return detail ? [{ field: 'email', answer: email, detail }] : []
}

export { convertHeight, ErrorSummary, focusFirstError, loadPhoneRule }

/** Fields that follow the licence country until changed: residence, height unit. */
export function deriveLicenceDefaults(
  previous: DriverForm,
  licenceCountry: string,
): Partial<DriverForm> {
  const { license_issued, country_of_residence, height_unit } = previous
  const hasHeight = previous.height || previous.height_ft || previous.height_in
  return {
    ...(country_of_residence === license_issued && { country_of_residence: licenceCountry }),
    ...(!hasHeight &&
      height_unit === resolveHeightUnit(license_issued) && {
        height_unit: resolveHeightUnit(licenceCountry),
      }),
  }
}

const trackedEmails = new Set<string>()

/**
 * Sends the add-to-cart event for a valid email and the chosen plan, once per checkout and email.
 * The customer neither waits for it nor sees a failure.
 */
export async function trackAddToCart(
  store: CheckoutStore,
  api: ApiClient,
  input: string,
): Promise<void> {
  const { selectedLicense, productList, token } = optimisticState(store.getState())
  const email = normalizeEmail(input)
  const trackingKey = `${token}/${email.toLowerCase()}`
  if (validateEmail(email) || trackedEmails.has(trackingKey)) return
  trackedEmails.add(trackingKey)
  const direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'
  track('add-to-cart', { ...toPlanEventFields(productList, selectedLicense, direction) })
  const referral_code = readReferralCode()
  const body = {
    email,
    event: 'add-to-cart',
    selected_product: selectedLicense,
    ...(referral_code && { referral_code }),
  }
  await api(trackEvent, { body, keepalive: true }).catch((error: ApiClientError) => {
    // `error.message` is the text of the response.
    track('tracking failed', { failed: 'add-to-cart', error: error.message })
    if (error.kind !== 'offline') report('add-to-cart', error)
  })
}
