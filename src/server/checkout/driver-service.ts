import type { Infer } from '@/contract/call'
import type { changeCustomer, createCustomer } from '@/contract/customers'
import type { Customer, Shipping } from '@/domain/checkout/customer-schema'
import type { StateChange } from '@/domain/checkout/state-change'
import { stepById } from '@/domain/checkout/steps'
import { plainDate } from '@/domain/dates/dates'
import { journeyIssues } from '@/domain/destinations/permit-verdict'
import { driverIssues, storedDriver } from '@/domain/driver/driver-rules'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { edit } from '@/server/checkout/checkout-service'
import { numberOf, phoneWrong, saidAlone } from '@/server/checkout/normalise-phone'
import { Failure } from '@/server/infra/api-error'
import { todayOf } from '@/server/infra/clock'
import { newId } from '@/server/infra/tokens'

type Answers = Infer<typeof createCustomer.body>
type Asked = Input<Infer<typeof changeCustomer.query>, Answers>

/** A right driver opens the next step. */
const afterDriverDetails = stepById('driver-details').number + 1

/** Stores the driver, whole and right, or says what is missing: of the answers, and of the journey. A second create changes the first. */
export const create = (backend: Backend, { query, body }: Pick<Asked, 'query' | 'body'>) =>
  store(backend, query.checkout, customer => ({ id: customer.id ?? newId(), ...body }))

/** Changes the stored driver; the id must be this checkout's. */
export const change = (backend: Backend, { params, query, body }: Asked) =>
  store(backend, query.checkout, customer => {
    if (!customer.id || customer.id !== params.id) throw new Failure('not_found')
    return body
  })

async function store(
  backend: Backend,
  token: string,
  answersFor: (customer: Customer) => Partial<Customer>,
) {
  const today = todayOf(backend.now())
  const { table } = await backend.permits()
  const { state, version } = await edit(backend, token, (before): StateChange => {
    const said = { ...before.customer, ...saidAlone(answersFor(before.customer)) }
    const read = { ...said, date_of_birth: plainDate(said.date_of_birth, before.language) }
    const issues = [
      ...driverIssues(read, today, { dialCode: before.dialCode, phoneWrong }),
      ...journeyIssues({ ...before, customer: read }, table),
    ]
    if (issues.length > 0) throw new Failure('unprocessable', { issues })
    const customer = storedDriver(read)
    const phone = customer.phone_typed ?? customer.phone
    const { dialCode } = numberOf({ phone, dialCode: before.dialCode })
    const shipping = addressee(before.shipping, customer)
    return { customer, dialCode, shipping, step: afterDriverDetails }
  })
  return { ...state.customer, version }
}

/** A parcel goes to the driver, at home, until the customer says otherwise: nothing is asked twice. */
const addressee = (shipping: Shipping, driver: Customer): Partial<Shipping> => ({
  country: shipping.country || driver.country_of_residence,
  first_name: shipping.first_name || driver.license_first_name,
  last_name: shipping.last_name || driver.license_last_name,
})
