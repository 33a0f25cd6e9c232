import * as z from 'zod/mini'

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

/** A printed permit leaves one working day after the order. */
const printingDays = 1

/** The first and last day of arrival, weekends counted out, for a parcel ordered on `today` (both `yyyy-mm-dd`). */
export const arrivalOf = (method: ShippingMethod, today: string): { from: string; to: string } => ({
  from: workingDaysAfter(today, printingDays + method.min_delivery),
  to: workingDaysAfter(today, printingDays + method.max_delivery),
})

const oneDayMs = 86_400_000

function workingDaysAfter(today: string, days: number): string {
  let day = Date.parse(`${today}T00:00:00Z`)
  for (let left = days; left > 0; ) {
    day += oneDayMs
    if (!isWeekend(day)) left -= 1
  }
  return new Date(day).toISOString().slice(0, 10)
}

const isWeekend = (day: number): boolean => [0, 6].includes(new Date(day).getUTCDay())
