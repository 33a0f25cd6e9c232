import type { i18n as I18n } from 'i18next'
import { track } from '@/client/analytics'
import { type CallFailure, send } from '@/client/call'
import { loadTexts } from '@/client/lazy-texts'
import { loadPhoneRule } from '@/client/phone-rules'
import { referralCode } from '@/client/referral'
import { report } from '@/client/report'
import { type CheckoutStore, visibleState } from '@/client/store'
import type { Sync } from '@/client/sync'
import { changeCustomer, createCustomer, trackEvent } from '@/contract/customers'
import type { WirePermits } from '@/contract/permits'
import { toldPlan } from '@/domain/analytics'
import type { CheckoutState } from '@/domain/checkout'
import { heightUnitFor } from '@/domain/data/height-units'
import { driverIssues } from '@/domain/driver'
import type { DriverForm } from '@/domain/driver-form'
import { emailWrong } from '@/domain/email'
import { emailSuggestion } from '@/domain/email-suggestion'
import { inUnit } from '@/domain/height-switch'
import type { FieldIssue } from '@/domain/issues'
import { isLatin, latinProposal } from '@/domain/latin'
import type { Query } from '@/domain/launch'
import { permitTable } from '@/domain/permit-groups'
import { journeyIssues } from '@/domain/permits'
import type { PhoneRule } from '@/domain/phone'
import { stepById } from '@/domain/steps'
import { emailIn } from '@/domain/typed'
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
