import type { Infer } from '@/contract/call'
import type { changeCustomer, createCustomer } from '@/contract/customers'
import type { StateChange } from '@/domain/changes'
import type { Customer, Shipping } from '@/domain/customer'
import { isoDate } from '@/domain/dates'
import { driverIssues } from '@/domain/driver'
import { storedPhone } from '@/domain/phone'
import { mayPreselectExtras } from '@/domain/policies'
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
  const { state, version } = await edit(backend, token, (before): StateChange => {
    const said = { ...before.customer, ...answersFor(before.customer) }
    const issues = driverIssues(said, today)
    if (issues.length > 0) throw new Failure('unprocessable', { issues })
    const { phone, dialCode } = storedPhone({ phone: said.phone, dialCode: before.dialCode })
    const customer = { ...said, phone, date_of_birth: isoDate(said.date_of_birth) }
    const shipping = addressee(before.shipping, customer)
    const extras = withoutPretickedExtras(before.customer.id === null, said.country_of_residence)
    return { customer, dialCode, shipping, step: afterDriverDetails, ...extras }
  })
  return { ...state.customer, version }
}

/** A parcel goes to the driver, at home, until the customer says otherwise: nothing is asked twice. */
const addressee = (shipping: Shipping, driver: Customer): Partial<Shipping> => ({
  country: shipping.country || driver.country_of_residence,
  first_name: shipping.first_name || driver.license_first_name,
  last_name: shipping.last_name || driver.license_last_name,
})

/** Where the driver lives is first known here: an extra nobody has asked for yet may not stay ticked there. */
const withoutPretickedExtras = (isFirst: boolean, country: string): StateChange =>
  isFirst && !mayPreselectExtras(country) ? { urgent: { selected: false } } : {}
