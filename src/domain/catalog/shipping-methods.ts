import * as z from 'zod/mini'
import type { CurrencyCode } from '@/domain/data/currencies'
import { saturdayAndSunday, weekendOf } from '@/domain/data/weekends'

/** A way to send the printed permit (SPEC 3). Price in major units; days are working days. */
export const shippingMethod = z.object({
  code: z.string(),
  name: z.string(),
  price: z.number(),
  min_delivery: z.int(),
  max_delivery: z.int(),
})
export type ShippingMethod = z.infer<typeof shippingMethod>

/** SPEC 9: dhl, then fedex, then the first. */
const preferred = ['dhl', 'fedex']

/** Methods with the soonest first (SPEC 9). */
export const soonestFirst = <M extends ShippingMethod>(methods: M[]): M[] =>
  [...methods].sort((one, other) => one.min_delivery - other.min_delivery)

/** The method chosen for a customer who has not chosen. */
export const defaultMethod = <M extends ShippingMethod>(methods: M[]): M | undefined =>
  preferred.map(code => methods.find(method => method.code === code)).find(Boolean) ??
  soonestFirst(methods)[0]

/** What of a method a customer sees, in the currency they see it in. */
export interface SeenMethod {
  method: ShippingMethod
  currency: CurrencyCode
}

/** Whether two methods look the same to a customer: the same name, price and days. */
export const looksSame = (one: SeenMethod, other: SeenMethod): boolean =>
  one.currency === other.currency &&
  (['code', 'price', 'min_delivery', 'max_delivery'] as const).every(
    seen => one.method[seen] === other.method[seen],
  )

/** A printed permit leaves one working day after the order. */
const printingDays = 1

/**
 * The first and last day of arrival for a parcel ordered on `today` (both `yyyy-mm-dd`): nobody prints at a
 * weekend of the shop, nor delivers at one of the country it goes to.
 */
export function arrivalOf(
  { min_delivery, max_delivery }: ShippingMethod,
  { today, country }: { today: string; country: string },
): { from: string; to: string } {
  const printed = workingDaysAfter(today, printingDays, saturdayAndSunday)
  const arrives = (days: number) => workingDaysAfter(printed, days, weekendOf(country))
  return { from: arrives(min_delivery), to: arrives(max_delivery) }
}

const oneDayMs = 86_400_000

function workingDaysAfter(today: string, days: number, weekend: readonly number[]): string {
  let day = Date.parse(`${today}T00:00:00Z`)
  for (let left = days; left > 0; ) {
    day += oneDayMs
    if (!weekend.includes(new Date(day).getUTCDay())) left -= 1
  }
  return new Date(day).toISOString().slice(0, 10)
}
