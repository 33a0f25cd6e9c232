import { newId } from '@/sandbox/ids'
import { invalidRequest, resourceMissing } from '@/sandbox/stripe/api-error'
import { expandObject } from '@/sandbox/stripe/expand'
import {
  clearableText,
  expand,
  hashOf,
  integer,
  mergeMetadata,
  metadata,
  oneOf,
  readParameters,
  text,
} from '@/sandbox/stripe/parameters'
import type { Interval, Price } from '@/sandbox/stripe/records'
import { RETRIEVE_SHAPE, type Route } from '@/sandbox/stripe/route'
import type { RequestContext } from '@/sandbox/stripe/tables'

const CREATE_SHAPE = {
  currency: text,
  expand,
  metadata,
  nickname: clearableText,
  product_data: hashOf({ metadata, name: text, statement_descriptor: text }),
  recurring: hashOf({ interval: oneOf('day', 'week', 'month', 'year'), interval_count: integer }),
  tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
  unit_amount: integer,
}

/** Stripe's longest interval is three years. */
const maxIntervalCount: Record<Interval, number> = { day: 1_095, week: 156, month: 36, year: 3 }

export const PRICE_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/prices',
    handle(context, form) {
      const parameters = readParameters(form, CREATE_SHAPE)
      if (!parameters.currency)
        throw invalidRequest('Missing required param: currency.', { param: 'currency' })
      if (!parameters.product_data?.name)
        throw invalidRequest('You must specify either `product` or `product_data`.', {
          param: 'product',
        })
      if (parameters.unit_amount === undefined || parameters.unit_amount < 0)
        throw invalidRequest('Invalid non-negative integer', { param: 'unit_amount' })
      return expandObject(context, addPrice(context, parameters), parameters.expand)
    },
  },
  {
    method: 'GET',
    path: '/v1/prices/:id',
    handle: (context, form, id) =>
      expandObject(
        context,
        findPrice(context, id, 'id'),
        readParameters(form, RETRIEVE_SHAPE).expand,
      ),
  },
]

export function findPrice(context: RequestContext, id: string, param: string): Price {
  const price = context.prices.find(id)
  if (!price) throw resourceMissing('price', id, param)
  return price
}

function addPrice(
  context: RequestContext,
  parameters: ReturnType<typeof readParameters<typeof CREATE_SHAPE>>,
): Price {
  const { interval, interval_count: count = 1 } = parameters.recurring ?? {}
  if (parameters.recurring && !interval)
    throw invalidRequest('Missing required param: recurring[interval].', {
      param: 'recurring[interval]',
    })
  if (interval && !(count >= 1 && count <= maxIntervalCount[interval]))
    throw invalidRequest('The maximum interval is three years.', {
      param: 'recurring[interval_count]',
    })
  return context.prices.put({
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: context.now,
    currency: parameters.currency ?? '',
    livemode: false,
    metadata: mergeMetadata({}, parameters.metadata),
    nickname: parameters.nickname ?? null,
    product: newId('prod', 14),
    recurring: interval ? { interval, interval_count: count, usage_type: 'licensed' } : null,
    tax_behavior: parameters.tax_behavior ?? 'unspecified',
    type: interval ? 'recurring' : 'one_time',
    unit_amount: parameters.unit_amount ?? 0,
  })
}
