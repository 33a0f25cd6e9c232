import type { Infer } from '@/contract/api-call'
import type { changeShipping, createShipping, listShippingMethods } from '@/contract/shipping'
import { findAddressFormat, listParcelIssues } from '@/domain/address/address-formats'
import { fitAddress } from '@/domain/address/address-rules'
import type { BaseState } from '@/domain/checkout/checkout-state'
import type { Shipping } from '@/domain/checkout/customer-schema'
import type { StateChange } from '@/domain/checkout/state-change'
import { findStep } from '@/domain/checkout/steps'
import { isCountryCode } from '@/domain/data/countries'
import type { FieldIssue } from '@/domain/input/field-issue'
import { isPhoneMissing } from '@/domain/phone/phone-rules'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { updateCheckout } from '@/server/checkout/checkout-service'
import { resolveDeliveryMethod } from '@/server/checkout/derive-state'
import { validatePhone } from '@/server/checkout/normalise-phone'
import { ApiError } from '@/server/infra/api-error'
import { generateId } from '@/server/infra/tokens'

type Address = Infer<typeof changeShipping.body>

/** A valid address and plan open the next step. */
const nextStepNumber = findStep('shipping').number + 1

/**
 * Stores a complete and valid delivery address; a second create changes the first. Throws
 * `unprocessable` with the issues of the address, the plan and the phone. Money is in major units.
 */
export const createShippingAddress = (
  backend: Backend,
  {
    body: { checkout, ...address },
  }: Pick<Input<undefined, Infer<typeof createShipping.body>>, 'body'>,
) => store(backend, checkout, address, shipping => shipping.id ?? generateId())

/**
 * Changes the stored address. Throws `not_found` unless the id is this checkout's address,
 * `unprocessable` with the issues.
 */
export const changeShippingAddress = (
  backend: Backend,
  { params, query, body }: Input<Infer<typeof changeShipping.query>, Address>,
) =>
  store(backend, query.checkout, body, shipping => {
    if (!shipping.id || shipping.id !== params['id']) throw new ApiError('not_found')
    return shipping.id
  })

/**
 * The shipping methods of a country, soonest first, prices in major units; empty without a carrier.
 * Throws `unprocessable` for an unknown country.
 */
export async function readShippingMethods(
  backend: Backend,
  { body }: Pick<Input<undefined, Infer<typeof listShippingMethods.body>>, 'body'>,
) {
  if (!isCountryCode(body.country))
    throw new ApiError('unprocessable', {
      issues: [{ field: 'country', message: 'shipping_country.unknown' }],
    })
  const catalog = await backend.catalog()
  return { shipping_methods: catalog.shippingMethods(body.country, body.currency, body.partner) }
}

/**
 * The issues of the phone number for the courier; it is optional on the first step and required for
 * a parcel.
 */
export function findPhoneIssues(state: BaseState): FieldIssue[] {
  const { customer, dialCode } = state
  const reason = isPhoneMissing(state)
    ? 'missing'
    : validatePhone({ phone: customer.phone_typed ?? customer.phone, dialCode })
  return reason ? [{ field: 'phone', message: `phone.${reason}` }] : []
}

/** The address without the fields that its country's addresses do not have. */
const fitShipping = (shipping: Shipping): Shipping => ({
  ...shipping,
  ...fitAddress(shipping, findAddressFormat(shipping.country)),
})

async function store(
  backend: Backend,
  token: string,
  { shipping_method, ...address }: Address,
  resolveId: (shipping: Shipping) => string,
) {
  const catalog = await backend.catalog()
  const { state, quote, version } = await updateCheckout(
    backend,
    token,
    (previous): StateChange => {
      const nextShipping = fitShipping({
        ...previous.shipping,
        ...address,
        id: resolveId(previous.shipping),
      })
      const { partner } = previous
      const delivery = { partner, deliveryMethod: resolveDeliveryMethod(partner, catalog) }
      const issues = [...listParcelIssues(delivery, nextShipping), ...findPhoneIssues(previous)]
      if (issues.length > 0) throw new ApiError('unprocessable', { issues })
      return {
        shipping: nextShipping,
        step: nextStepNumber,
        ...(shipping_method && { selectedShippingMethod: { code: shipping_method } }),
      }
    },
  )
  return {
    ...state.shipping,
    shipping_method: state.selectedShippingMethod?.code ?? null,
    total: quote?.total ?? null,
    tax: quote?.tax ?? null,
    total_currency: state.currency,
    version,
  }
}
