import { newId } from '@/sandbox/ids'
import { expanded } from '@/sandbox/stripe/expand'
import { missing, refused } from '@/sandbox/stripe/failure'
import {
  clearableText,
  expand,
  hashOf,
  mergedMetadata,
  metadata,
  oneOf,
  readParameters,
  text,
  whole,
} from '@/sandbox/stripe/parameters'
import type { Interval, Price } from '@/sandbox/stripe/records'
import { ONE, type Route } from '@/sandbox/stripe/route'
import type { Scene } from '@/sandbox/stripe/tables'

const CREATE_SHAPE = {
  currency: text,
  expand,
  metadata,
  nickname: clearableText,
  product_data: hashOf({ metadata, name: text, statement_descriptor: text }),
  recurring: hashOf({ interval: oneOf('day', 'week', 'month', 'year'), interval_count: whole }),
  tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
  unit_amount: whole,
}

/** Stripe's longest interval is three years. */
const longest: Record<Interval, number> = { day: 1_095, week: 156, month: 36, year: 3 }

export const PRICE_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/prices',
    answer(scene, form) {
      const given = readParameters(form, CREATE_SHAPE)
      if (!given.currency) throw refused('Missing required param: currency.', { param: 'currency' })
      if (!given.product_data?.name)
        throw refused('You must specify either `product` or `product_data`.', { param: 'product' })
      if (given.unit_amount === undefined || given.unit_amount < 0)
        throw refused('Invalid non-negative integer', { param: 'unit_amount' })
      return expanded(scene, addPrice(scene, given), given.expand)
    },
  },
  {
    method: 'GET',
    path: '/v1/prices/:id',
    answer: (scene, form, id) =>
      expanded(scene, findPrice(scene, id, 'id'), readParameters(form, ONE).expand),
  },
]

export function findPrice(scene: Scene, id: string, param: string): Price {
  const price = scene.prices.find(id)
  if (!price) throw missing('price', id, param)
  return price
}

function addPrice(
  scene: Scene,
  given: ReturnType<typeof readParameters<typeof CREATE_SHAPE>>,
): Price {
  const { interval, interval_count: count = 1 } = given.recurring ?? {}
  if (given.recurring && !interval)
    throw refused('Missing required param: recurring[interval].', { param: 'recurring[interval]' })
  if (interval && !(count >= 1 && count <= longest[interval]))
    throw refused('The maximum interval is three years.', { param: 'recurring[interval_count]' })
  return scene.prices.put({
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: scene.now,
    currency: given.currency ?? '',
    livemode: false,
    metadata: mergedMetadata({}, given.metadata),
    nickname: given.nickname ?? null,
    product: newId('prod', 14),
    recurring: interval ? { interval, interval_count: count, usage_type: 'licensed' } : null,
    tax_behavior: given.tax_behavior ?? 'unspecified',
    type: interval ? 'recurring' : 'one_time',
    unit_amount: given.unit_amount ?? 0,
  })
}
