import type { Infer } from '@/contract/api-call'
import type { changeShipping, createShipping, listShippingMethods } from '@/contract/shipping'
import type { Shipping } from '@/domain/checkout/customer-schema'
import { applyChange } from '@/domain/checkout/state-change'
import { isCountryCode } from '@/domain/data/countries'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { updateCheckout } from '@/server/checkout/checkout-service'
import { submitParcel } from '@/server/checkout/submit-step'
import { ApiError } from '@/server/infra/api-error'

type Address = Infer<typeof changeShipping.body>

/**
 * Stores a complete and valid delivery address; a second create changes the first. Throws
 * `unprocessable` with the issues of the address, the plan and the phone. Money is in major units.
 */
export const createShippingAddress = (
  backend: Backend,
  {
    body: { checkout, ...address },
  }: Pick<Input<undefined, Infer<typeof createShipping.body>>, 'body'>,
) => store(backend, checkout, address)

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

async function store(
  backend: Backend,
  token: string,
  { shipping_method, ...address }: Address,
  assertOwnId: (shipping: Shipping) => void = () => undefined,
) {
  const catalog = await backend.catalog()
  if (shipping_method && !catalog.hasShippingMethod(shipping_method))
    throw new ApiError('unprocessable', {
      issues: [{ field: 'shipping_method', message: 'shipping_method.unknown' }],
    })
  const { state, quote, version } = await updateCheckout(backend, token, previous => {
    assertOwnId(previous.shipping)
    return {
      ...submitParcel(applyChange(previous, { shipping: address }), { catalog }),
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
