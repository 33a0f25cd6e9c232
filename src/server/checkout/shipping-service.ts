import type { Infer } from '@/contract/call'
import type { changeShipping, createShipping, listShippingMethods } from '@/contract/shipping'
import { addressFormatOf, parcelIssues } from '@/domain/address/address-formats'
import { fitted } from '@/domain/address/address-rules'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { Shipping } from '@/domain/checkout/customer-schema'
import type { StateChange } from '@/domain/checkout/state-change'
import { stepById } from '@/domain/checkout/steps'
import { isCountryCode } from '@/domain/data/countries'
import type { FieldIssue } from '@/domain/input/field-issue'
import { needsPhone } from '@/domain/phone/phone-rules'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { edit } from '@/server/checkout/checkout-service'
import { phoneWrong } from '@/server/checkout/normalise-phone'
import { Failure } from '@/server/infra/api-error'
import { newId } from '@/server/infra/tokens'

type Address = Infer<typeof changeShipping.body>

/** A right address and plan open the next step. */
const afterDelivery = stepById('shipping').number + 1

/** Stores the delivery address, whole and right, or says what is missing. A second create changes the first. */
export const create = (
  backend: Backend,
  {
    body: { checkout, ...address },
  }: Pick<Input<undefined, Infer<typeof createShipping.body>>, 'body'>,
) => store(backend, checkout, address, shipping => shipping.id ?? newId())

/** Changes the stored address; the id must be this checkout's. */
export const change = (
  backend: Backend,
  { params, query, body }: Input<Infer<typeof changeShipping.query>, Address>,
) =>
  store(backend, query.checkout, body, shipping => {
    if (!shipping.id || shipping.id !== params.id) throw new Failure('not_found')
    return shipping.id
  })

/** The ways to send to a country, soonest first; none when nobody delivers there. */
export async function methods(
  backend: Backend,
  { body }: Pick<Input<undefined, Infer<typeof listShippingMethods.body>>, 'body'>,
) {
  if (!isCountryCode(body.country))
    throw new Failure('unprocessable', {
      issues: [{ field: 'country', message: 'shipping_country.unknown' }],
    })
  const catalog = await backend.catalog()
  return { shipping_methods: catalog.shippingMethods(body.country, body.currency, body.partner) }
}

/** What is wrong with the courier's number, which the first step leaves to those who need one. */
export function phoneIssues(state: CheckoutState): FieldIssue[] {
  const { customer, dialCode } = state
  const wrong = needsPhone(state)
    ? 'missing'
    : phoneWrong({ phone: customer.phone_typed ?? customer.phone, dialCode })
  return wrong ? [{ field: 'phone', message: `phone.${wrong}` }] : []
}

/** The address with nothing that its country's addresses do not have. */
const fittedShipping = (shipping: Shipping): Shipping => ({
  ...shipping,
  ...fitted(shipping, addressFormatOf(shipping.country)),
})

async function store(
  backend: Backend,
  token: string,
  { shipping_method, ...address }: Address,
  idFor: (shipping: Shipping) => string,
) {
  const { state, quote, version } = await edit(backend, token, (before): StateChange => {
    const next = fittedShipping({ ...before.shipping, ...address, id: idFor(before.shipping) })
    const issues = [...parcelIssues(before, next), ...phoneIssues(before)]
    if (issues.length > 0) throw new Failure('unprocessable', { issues })
    return {
      shipping: next,
      step: afterDelivery,
      ...(shipping_method && { selectedShippingMethod: { code: shipping_method } }),
    }
  })
  return {
    ...state.shipping,
    shipping_method: state.selectedShippingMethod?.code ?? null,
    total: quote?.total ?? null,
    tax: quote?.tax ?? null,
    total_currency: state.currency,
    version,
  }
}
