import type { Infer } from '@/contract/call'
import type { changeCustomer, createCustomer } from '@/contract/customers'
import type { StateChange } from '@/domain/changes'
import type { Customer, Shipping } from '@/domain/customer'
import { isoDate } from '@/domain/dates'
import { driverIssues } from '@/domain/driver'
import { stepById } from '@/domain/steps'
import type { Backend } from '@/server/backend'
import { edit, todayOf } from '@/server/checkouts'
import { Failure } from '@/server/failures'
import type { Input } from '@/server/serve'
import { newId } from '@/server/tokens'

type Answers = Infer<typeof createCustomer.body>
type Asked = Input<Infer<typeof changeCustomer.query>, Answers>

/** A right driver opens the next step. */
const afterDriverDetails = stepById('driver-details').number + 1

/** Stores the driver, whole and right, or says what is missing. A second create changes the first. */
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
  const { state, version } = await edit(backend, token, ({ customer, shipping }): StateChange => {
    const next = asStored({ ...customer, ...answersFor(customer) })
    const issues = driverIssues(next, today)
    if (issues.length > 0) throw new Failure('unprocessable', { issues })
    return { customer: next, shipping: addressee(shipping, next), step: afterDriverDetails }
  })
  return { ...state.customer, version }
}

/** Phone numbers are stored without a leading plus (SPEC 5), dates with all their digits. */
const asStored = (customer: Customer): Customer => ({
  ...customer,
  phone: customer.phone.trim().replace(/^\+/, ''),
  date_of_birth: isoDate(customer.date_of_birth),
})

/** A parcel goes to the driver, at home, until the customer says otherwise: nothing is asked twice. */
const addressee = (shipping: Shipping, driver: Customer): Partial<Shipping> => ({
  country: shipping.country || driver.country_of_residence,
  first_name: shipping.first_name || driver.license_first_name,
  last_name: shipping.last_name || driver.license_last_name,
})
