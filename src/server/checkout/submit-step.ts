import type { SubmittedStep } from '@/contract/checkout'
import { findAddressFormat, listParcelIssues } from '@/domain/address/address-formats'
import { fitAddress } from '@/domain/address/address-rules'
import { hasParcel } from '@/domain/catalog/plans'
import type { BaseState } from '@/domain/checkout/checkout-state'
import type { Shipping } from '@/domain/checkout/customer-schema'
import { resolveAddressee } from '@/domain/checkout/residence'
import { difference, type StateChange } from '@/domain/checkout/state-change'
import { findStep, type Step, type StepId } from '@/domain/checkout/steps'
import { isCountryCode } from '@/domain/data/countries'
import { normalizeDate } from '@/domain/dates/dates'
import { listJourneyIssues } from '@/domain/destinations/permit-verdict'
import { listDriverIssues, toStoredDriver } from '@/domain/driver/driver-rules'
import type { FieldIssue } from '@/domain/input/field-issue'
import { isPhoneMissing } from '@/domain/phone/phone-rules'
import {
  applyCheckoutChange,
  type ChangeContext,
  type ChangedState,
} from '@/server/checkout/apply-change'
import { resolveDeliveryMethod } from '@/server/checkout/derive-state'
import { resolveDialCode, validatePhone } from '@/server/checkout/normalise-phone'
import { ApiError, readIssues } from '@/server/infra/api-error'
import { generateId } from '@/server/infra/tokens'

type SubmissionContext = Pick<ChangeContext, 'today' | 'permits' | 'catalog'>

/** The change that completes a step. Throws `unprocessable` with the issues of its answers. */
type Submission<Needs extends keyof SubmissionContext = keyof SubmissionContext> = (
  state: BaseState,
  context: Pick<SubmissionContext, Needs>,
) => StateChange

/** A complete, valid driver with an id opens the next step. */
export const submitDriver: Submission<'today' | 'permits'> = (state, { today, permits }) => {
  const answers = {
    ...state.customer,
    id: state.customer.id ?? generateId(),
    date_of_birth: normalizeDate(state.customer.date_of_birth, state.language),
  }
  assertNoIssues([
    ...listDriverIssues(answers, today, { dialCode: state.dialCode, validatePhone }),
    ...listJourneyIssues({ ...state, customer: answers }, permits),
  ])
  const customer = toStoredDriver(answers)
  const dialCode = resolveDialCode(phoneOf({ ...state, customer }))
  const shipping = resolveAddressee({ ...state, customer })
  return { customer, dialCode, shipping, step: findStep('upload-photos').number }
}

const phoneOf = ({ customer, dialCode }: Pick<BaseState, 'customer' | 'dialCode'>) => ({
  phone: customer.phone_typed ?? customer.phone,
  dialCode,
})

/** A complete, valid address with an id opens the next step. */
export const submitParcel: Submission<'catalog'> = (state, { catalog }) => {
  const { partner } = state
  const id = state.shipping.id ?? generateId()
  const shipping = fitShipping({ ...state.shipping, id })
  const delivery = { partner, deliveryMethod: resolveDeliveryMethod(partner, catalog) }
  assertNoIssues([
    ...listParcelIssues(delivery, shipping),
    ...findUndeliverable(state, shipping, catalog),
    ...findPhoneIssues(state),
  ])
  return { shipping, dialCode: resolveDialCode(phoneOf(state)), step: findStep('review').number }
}

/** The issue of a country that no shipping method serves; none for an unknown country. */
function findUndeliverable(
  state: BaseState,
  { country }: Shipping,
  catalog: SubmissionContext['catalog'],
): FieldIssue[] {
  if (!isCountryCode(country)) return []
  const methods = catalog.shippingMethods(country, state.currency, state.partner)
  return methods.length > 0 ? [] : [{ field: 'country', message: 'shipping_country.undeliverable' }]
}

/** A digital permit has no parcel: the step's plan is part of the state. */
const submitPlan: Submission = (state, context) =>
  hasParcel(state.category) ? submitParcel(state, context) : advanceTo('review')()

const advanceTo = (id: StepId) => (): StateChange => ({ step: findStep(id).number })

/** One after the other: each builds on the state after the previous one. */
const submissions: Record<SubmittedStep, Submission[]> = {
  'driver-details': [submitDriver],
  'upload-photos': [advanceTo('shipping')],
  shipping: [submitPlan],
  review: [advanceTo('payment')],
  info: [submitDriver, submitPlan, advanceTo('payment')],
}

/** The state after a submitted step, and the issues that prevent its completion. */
export interface SubmittedState extends ChangedState {
  issues: FieldIssue[]
}

/** Completes a step as far as its answers are valid. */
export function submitStep(
  changed: ChangedState,
  step: SubmittedStep | undefined,
  context: ChangeContext,
): SubmittedState {
  let state = changed
  try {
    for (const submit of step ? submissions[step] : [])
      state = applyCheckoutChange(state.stored, submit(state.stored, context), context)
    return { ...state, issues: [] }
  } catch (error) {
    return { ...state, issues: readIssues(error) }
  }
}

/** Whether submitting a step would change nothing; false for a page that is not submitted. */
export function isSubmitted(state: BaseState, id: Step['id'], context: SubmissionContext): boolean {
  try {
    const changes = submissions[id as SubmittedStep]?.map(submit => submit(state, context)) ?? []
    return (
      changes.length > 0 &&
      changes.every(({ step = 0, ...change }) => step <= state.step && isEmpty(state, change))
    )
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

const isEmpty = (state: BaseState, change: StateChange): boolean =>
  Object.keys(difference(state, change)).length === 0

function assertNoIssues(issues: FieldIssue[]): void {
  if (issues.length > 0) throw new ApiError('unprocessable', { issues })
}

/**
 * The issues of the phone number for the courier; it is optional on the first step and required for
 * a parcel.
 */
export function findPhoneIssues(state: BaseState): FieldIssue[] {
  const reason = isPhoneMissing(state) ? 'missing' : validatePhone(phoneOf(state))
  return reason ? [{ field: 'phone', message: `phone.${reason}` }] : []
}

/**
 * The address without the fields that its country's addresses do not have. A house number that a
 * call sends apart is needed in every country.
 */
const fitShipping = (shipping: Shipping): Shipping => ({
  ...shipping,
  ...fitAddress(shipping, findAddressFormat(shipping.country)),
  street_number: shipping.street_number,
})
