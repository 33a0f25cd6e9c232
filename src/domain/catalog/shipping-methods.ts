import type { CurrencyCode } from '@/domain/data/currencies'

/** A shipping method for the printed permit. Price in major units; days are working days. */
export interface ShippingMethod {
  code: string
  name: string
  price: number
  min_delivery: number
  max_delivery: number
}

type DeliveryTime = Pick<ShippingMethod, 'min_delivery' | 'max_delivery'>

/** Preferred in this order; without them the soonest method is the default. */
const preferredCodes = ['dhl', 'fedex']

/** The methods sorted by `min_delivery`, the soonest first. */
export const sortBySoonest = <M extends ShippingMethod>(methods: M[]): M[] =>
  [...methods].sort((a, b) => a.min_delivery - b.min_delivery)

/** The chosen method, else the preselected one; undefined if there are none. */
export const resolveShippingMethod = <M extends ShippingMethod>(
  methods: M[],
  chosenCode = '',
): M | undefined =>
  [chosenCode, ...preferredCodes]
    .map(code => methods.find(method => method.code === code))
    .find(Boolean) ?? sortBySoonest(methods)[0]

/** A method in the currency that is shown. */
export interface DisplayedMethod {
  method: ShippingMethod
  currency: CurrencyCode
}

/** Whether two methods look the same to a customer: same code, price, days and currency. */
export const isSameDisplay = (a: DisplayedMethod, b: DisplayedMethod): boolean =>
  a.currency === b.currency &&
  (['code', 'price', 'min_delivery', 'max_delivery'] as const).every(
    field => a.method[field] === b.method[field],
  )

/** A printed permit leaves one working day after the order. */
const printingDays = 1

/** The day on which a parcel ordered on `today` leaves, both `yyyy-mm-dd`. */
export const estimateDispatch = (today: string): string =>
  addWorkingDays(today, printingDays, saturdayAndSunday)

/**
 * The first and last day of arrival for a parcel ordered on `today`, all `yyyy-mm-dd`. Printing
 * skips Saturday and Sunday; delivery skips the weekend of the destination.
 */
export const estimateArrival = (
  method: DeliveryTime,
  { today, country }: { today: string; country: string },
): { from: string; to: string } =>
  estimateDelivery(method, { sentOn: estimateDispatch(today), country })

/** The first and last day of arrival for a parcel that leaves on `sentOn`, all `yyyy-mm-dd`. */
export function estimateDelivery(
  { min_delivery, max_delivery }: DeliveryTime,
  { sentOn, country }: { sentOn: string; country: string },
): { from: string; to: string } {
  const addDeliveryDays = (days: number) => addWorkingDays(sentOn, days, weekendOf(country))
  return { from: addDeliveryDays(min_delivery), to: addDeliveryDays(max_delivery) }
}

/** Whether a parcel is there before a trip: surely, perhaps or not. */
export type Timeliness = 'in_time' | 'uncertain' | 'late'

/** Compares the days of arrival with the day a trip starts; the parcel must be there before it. */
export function compareWithTrip(
  { from, to }: { from: string; to: string },
  tripStart: string,
): Timeliness {
  if (to < tripStart) return 'in_time'
  return from < tripStart ? 'uncertain' : 'late'
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

/** Non-working days of the week; 0 is Sunday. */
type Weekend = readonly number[]

/** The weekend at the shop, and in every country not listed below. */
const saturdayAndSunday: Weekend = [6, 0]

/**
 * Other weekends: the `weekendData` of Unicode CLDR 48, plus Bangladesh and the Maldives (Friday
 * and Saturday), which are missing there.
 */
const weekends: [countries: string, Weekend][] = [
  ['BD BH DZ EG IL IQ JO KW LY MV OM QA SA SD SY YE', [5, 6]],
  ['AF', [4, 5]],
  ['IR', [5]],
  ['IN UG', [0]],
]

/** The weekend of a country; codes in any case. */
export const weekendOf = (country: string): Weekend =>
  weekends.find(([countries]) => countries.split(' ').includes(country.toUpperCase()))?.[1] ??
  saturdayAndSunday
