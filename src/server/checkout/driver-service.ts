import type { Infer } from '@/contract/api-call'
import type { changeCustomer, createCustomer } from '@/contract/customers'
import type { Customer } from '@/domain/checkout/customer-schema'
import { resolveAddressee } from '@/domain/checkout/residence'
import type { StateChange } from '@/domain/checkout/state-change'
import { findStep } from '@/domain/checkout/steps'
import { normalizeDate } from '@/domain/dates/dates'
import { listJourneyIssues } from '@/domain/destinations/permit-verdict'
import { listDriverIssues, toStoredDriver } from '@/domain/driver/driver-rules'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { updateCheckout } from '@/server/checkout/checkout-service'
import { normalisePhone, resetTypedPhone, validatePhone } from '@/server/checkout/normalise-phone'
import { ApiError } from '@/server/infra/api-error'
import { toIsoDate } from '@/server/infra/clock'
import { generateId } from '@/server/infra/tokens'

type DriverAnswers = Infer<typeof createCustomer.body>
type ChangeDriverInput = Input<Infer<typeof changeCustomer.query>, DriverAnswers>

/** A valid driver opens the next step. */
const nextStepNumber = findStep('driver-details').number + 1

/**
 * Stores a complete and valid driver; a second create changes the first. Throws `unprocessable`
 * with the issues of the driver and of the destinations.
 */
export const createDriver = (
  backend: Backend,
  { query, body }: Pick<ChangeDriverInput, 'query' | 'body'>,
) => store(backend, query.checkout, customer => ({ id: customer.id ?? generateId(), ...body }))

/**
 * Changes the stored driver. Throws `not_found` unless the id is this checkout's driver,
 * `unprocessable` with the issues.
 */
export const changeDriver = (backend: Backend, { params, query, body }: ChangeDriverInput) =>
  store(backend, query.checkout, customer => {
    if (!customer.id || customer.id !== params['id']) throw new ApiError('not_found')
    return body
  })

async function store(
  backend: Backend,
  token: string,
  buildAnswers: (customer: Customer) => Partial<Customer>,
) {
  const today = toIsoDate(backend.now())
  const { table } = await backend.permits()
  const { state, version } = await updateCheckout(backend, token, (previous): StateChange => {
    const answers = { ...previous.customer, ...resetTypedPhone(buildAnswers(previous.customer)) }
    const draft = {
      ...answers,
      date_of_birth: normalizeDate(answers.date_of_birth, previous.language),
    }
    const issues = [
      ...listDriverIssues(draft, today, { dialCode: previous.dialCode, validatePhone }),
      ...listJourneyIssues({ ...previous, customer: draft }, table),
    ]
    if (issues.length > 0) throw new ApiError('unprocessable', { issues })
    const customer = toStoredDriver(draft)
    const phone = customer.phone_typed ?? customer.phone
    const { dialCode } = normalisePhone({ phone, dialCode: previous.dialCode })
    const shipping = resolveAddressee({ ...previous, customer })
    return { customer, dialCode, shipping, step: nextStepNumber }
  })
  return { ...state.customer, version }
}
