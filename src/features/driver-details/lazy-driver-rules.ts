import type { i18n as I18n } from 'i18next'
import { referralCode } from '@/client/analytics/referral-code'
import { track } from '@/client/analytics/track'
import { type CallFailure, send } from '@/client/api/api-client'
import { report } from '@/client/api/report-error'
import { loadPhoneRule } from '@/client/pickers/load-phone-rules'
import { type CheckoutStore, visibleState } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import { loadTexts } from '@/client/texts/load-namespace'
import { changeCustomer, createCustomer, trackEvent } from '@/contract/customers'
import type { WirePermits } from '@/contract/permits'
import { toldPlan } from '@/domain/analytics/analytics-events'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { stepById } from '@/domain/checkout/steps'
import { heightUnitFor } from '@/domain/data/height-units'
import { permitTable } from '@/domain/destinations/pack-permits'
import { journeyIssues } from '@/domain/destinations/permit-verdict'
import { inUnit } from '@/domain/driver/convert-height'
import type { DriverForm } from '@/domain/driver/driver-form'
import { driverIssues } from '@/domain/driver/driver-rules'
import { emailWrong } from '@/domain/driver/email'
import { emailSuggestion } from '@/domain/driver/email-suggestion'
import { emailIn } from '@/domain/input/clean-input'
import type { FieldIssue } from '@/domain/input/field-issue'
import { isLatin, latinProposal } from '@/domain/input/transliterate'
import type { Query } from '@/domain/links/launch-params'
import type { PhoneRule } from '@/domain/phone/phone-rules'
import { ErrorSummary } from '@/ui/error-summary'
import { focusFirstError } from '@/ui/focus-first-error'

// Everything that nobody needs before the form is used. It is loaded then, in one piece.

interface Known {
  today: string
  language: string
  permits: WirePermits | undefined
  phoneWrong: PhoneRule | undefined
}

/** Everything that keeps the driver from going on, in the order of the page. */
export function judgeDriver(
  state: CheckoutState,
  { today, language, permits, phoneWrong }: Known,
): FieldIssue[] {
  const { dialCode } = state
  const issues = [
    ...driverIssues(state.customer, today, {
      dialCode,
      language,
      ...(phoneWrong && { phoneWrong }),
    }),
    ...journeyIssues(state, permitTable(permits?.groups ?? [])),
  ]
  return issues.sort((one, other) => Number(isAboutTrip(other)) - Number(isAboutTrip(one)))
}

/** What has to be understood stands with its destination, above everything else. */
const isAboutTrip = ({ field }: FieldIssue): boolean => field.includes(':')

/** Stores the driver as a whole. Throws what `Sync.run` throws. */
export async function storeDriver(store: CheckoutStore, sync: Sync): Promise<void> {
  const { id, ...answers } = visibleState(store.getState()).customer
  const query = { checkout: store.getState().checkout.token }
  await (id
    ? sync.run(changeCustomer, { params: { id }, query, body: answers })
    : sync.run(createCustomer, { query, body: answers }))
}

/** Where the customer goes on: who came from the review to change something goes back to it. */
export const routeAfter = ({ from }: Query): string =>
  stepById(from === 'review' ? 'review' : 'upload-photos').route

/** What there is to say of a name that is not in Latin letters; `proposal` where a country's own table tells. */
export const latinHint = (typed: string, country: string) =>
  isLatin(typed) ? undefined : { proposal: latinProposal(typed, country) }

/** What is wrong is said in texts that come with these rules. */
export const bringTexts = (i18n: I18n): Promise<void> => loadTexts(i18n, 'driver-issues')

export { ErrorSummary, emailSuggestion, focusFirstError, inUnit, loadPhoneRule }

/** What follows the licence to another country, as nobody has said otherwise: residence, calling code, unit of height. */
export function followers(before: DriverForm, issued: string): Partial<DriverForm> {
  const { license_issued, country_of_residence, dialCode, height_unit } = before
  const hasHeight = before.height || before.height_ft || before.height_in
  return {
    ...(country_of_residence === license_issued && { country_of_residence: issued }),
    ...(dialCode === license_issued && { dialCode: issued }),
    ...(!hasHeight &&
      height_unit === heightUnitFor(license_issued) && { height_unit: heightUnitFor(issued) }),
  }
}

const told = new Set<string>()

/**
 * Tells the shop that an order was begun with an address and the chosen plan: of a right one, and once for a
 * checkout. The customer never waits for it, and is never told that it failed.
 */
export async function tellAddToCart(
  store: CheckoutStore,
  apiKey: string,
  typed: string,
): Promise<void> {
  const { selectedLicense, productList, token } = visibleState(store.getState())
  const email = emailIn(typed)
  const name = `${token}/${email.toLowerCase()}`
  if (emailWrong(email) || told.has(name)) return
  told.add(name)
  const direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'
  track('add-to-cart', { ...toldPlan(productList, selectedLicense, direction) })
  const referral_code = referralCode()
  const body = {
    email,
    event: 'add-to-cart',
    selected_product: selectedLicense,
    ...(referral_code && { referral_code }),
  }
  await send(trackEvent, apiKey, { body, keepalive: true }).catch((failure: CallFailure) => {
    // SPEC 8: the answer's text is the error.
    track('tracking failed', { failed: 'add-to-cart', error: failure.message })
    if (failure.kind !== 'offline') report('add-to-cart', failure)
  })
}
