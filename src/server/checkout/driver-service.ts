import type { Infer } from '@/contract/api-call'
import type { changeCustomer, createCustomer } from '@/contract/customers'
import type { Customer } from '@/domain/checkout/customer-schema'
import { applyChange } from '@/domain/checkout/state-change'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { updateCheckout } from '@/server/checkout/checkout-service'
import { resetTypedPhone } from '@/server/checkout/normalise-phone'
import { submitDriver } from '@/server/checkout/submit-step'
import { ApiError } from '@/server/infra/api-error'
import { toIsoDate } from '@/server/infra/clock'

type DriverAnswers = Infer<typeof createCustomer.body>
type ChangeDriverInput = Input<Infer<typeof changeCustomer.query>, DriverAnswers>

/**
 * Stores a complete and valid driver; a second create changes the first. Throws `unprocessable`
 * with the issues of the driver and of the destinations.
 */
export const createDriver = (
  backend: Backend,
  { query, body }: Pick<ChangeDriverInput, 'query' | 'body'>,
) => store(backend, query.checkout, () => body)

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
  const { table: permits } = await backend.permits()
  const { state, version } = await updateCheckout(backend, token, previous => {
    const answers = resetTypedPhone(buildAnswers(previous.customer))
    return submitDriver(applyChange(previous, { customer: answers }), { today, permits })
  })
  return { ...state.customer, version }
}
