import { newId } from '@/sandbox/ids'
import { findRow, invalidRequest } from '@/sandbox/stripe/api-error'
import type { Price } from '@/sandbox/stripe/objects'
import {
  hashOf,
  integer,
  mergeMetadata,
  metadata,
  oneOf,
  type Parameters,
  requireParameter,
  text,
} from '@/sandbox/stripe/parameters'
import { assertDescriptor } from '@/sandbox/stripe/statement-descriptor'
import type { RequestContext } from '@/sandbox/stripe/tables'

export const PRICE_SHAPE = {
  currency: text,
  metadata,
  product_data: hashOf({ name: text, statement_descriptor: text }),
  recurring: hashOf({ interval: oneOf('year'), interval_count: integer }),
  tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
  unit_amount: integer,
}

/** Stripe's longest interval. */
const MAX_YEARS = 3

export const findPrice = (context: RequestContext, id: string, param: string): Price =>
  findRow(context.prices, 'price', id, param)

/** Creates the price of a period of years. Throws StripeError 400. */
export function addPrice(
  context: RequestContext,
  parameters: Parameters<typeof PRICE_SHAPE>,
): Price {
  const interval = requireParameter(parameters.recurring?.interval, 'recurring[interval]')
  const years = parameters.recurring?.interval_count ?? 1
  requireParameter(parameters.product_data?.name, 'product_data[name]')
  const descriptor = parameters.product_data?.statement_descriptor
  if (descriptor !== undefined) assertDescriptor(descriptor, 'product_data[statement_descriptor]')
  const amount = requireParameter(parameters.unit_amount, 'unit_amount')
  if (amount < 0) throw invalidRequest('Invalid non-negative integer', { param: 'unit_amount' })
  if (years < 1 || years > MAX_YEARS)
    throw invalidRequest('The maximum interval is three years.', {
      param: 'recurring[interval_count]',
    })
  return context.prices.put({
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: context.now,
    currency: requireParameter(parameters.currency, 'currency'),
    livemode: false,
    metadata: mergeMetadata({}, parameters.metadata),
    product: newId('prod', 14),
    recurring: { interval, interval_count: years, usage_type: 'licensed' },
    tax_behavior: parameters.tax_behavior ?? 'unspecified',
    type: 'recurring',
    unit_amount: amount,
  })
}
