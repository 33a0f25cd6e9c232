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
const preferredCodes = ['dhl', 'fedex']

/** Methods with the soonest first (SPEC 9). */
export const sortBySoonest = <M extends ShippingMethod>(methods: M[]): M[] =>
  [...methods].sort((a, b) => a.min_delivery - b.min_delivery)

/** The method chosen for a customer who has not chosen. */
export const pickDefaultMethod = <M extends ShippingMethod>(methods: M[]): M | undefined =>
  preferredCodes.map(code => methods.find(method => method.code === code)).find(Boolean) ??
  sortBySoonest(methods)[0]

/** What of a method a customer sees, in the currency they see it in. */
export interface DisplayedMethod {
  method: ShippingMethod
  currency: CurrencyCode
}

/** Whether two methods look the same to a customer: the same name, price and days. */
export const isSameDisplay = (a: DisplayedMethod, b: DisplayedMethod): boolean =>
  a.currency === b.currency &&
  (['code', 'price', 'min_delivery', 'max_delivery'] as const).every(
    field => a.method[field] === b.method[field],
  )

/** A printed permit leaves one working day after the order. */
const printingDays = 1

/**
 * The first and last day of arrival for a parcel ordered on `today` (both `yyyy-mm-dd`): nobody prints at a
 * weekend of the shop, nor delivers at one of the country it goes to.
 */
export function estimateArrival(
  { min_delivery, max_delivery }: ShippingMethod,
  { today, country }: { today: string; country: string },
): { from: string; to: string } {
  const printedOn = addWorkingDays(today, printingDays, saturdayAndSunday)
  const addDeliveryDays = (days: number) => addWorkingDays(printedOn, days, weekendOf(country))
  return { from: addDeliveryDays(min_delivery), to: addDeliveryDays(max_delivery) }
}

const dayMs = 86_400_000

function addWorkingDays(today: string, days: number, weekend: readonly number[]): string {
  let day = Date.parse(`${today}T00:00:00Z`)
  for (let remaining = days; remaining > 0; ) {
    day += dayMs
    if (!weekend.includes(new Date(day).getUTCDay())) remaining -= 1
  }
  return new Date(day).toISOString().slice(0, 10)
}
