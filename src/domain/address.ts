import * as z from 'zod/mini'
import { type Shipping, shipping } from '@/domain/customer'
import { isCountryCode } from '@/domain/data/countries'
import { type FieldIssue, issuesOf } from '@/domain/issues'

/** Countries whose post works without a code. */
const withoutPostcode = new Set(
  'ae ag ao aw bf bi bj bo bs bw bz cd cf cg ci cm dj dm er fj ga gd gh gm gq gy hk jm ki km kn kp lc ly ml mo mr mw na nr qa rw sb sc sl sr ss st sy td tg tk tl to tv ug vu ws ye zw'.split(
    ' ',
  ),
)

/** Countries where a parcel does not arrive without a state. */
const withState = new Set(['us', 'ca', 'au', 'br', 'mx', 'in', 'my'])

/** Whether addresses there carry a postcode. Country codes are lower-case. */
export const hasPostcode = (country: string): boolean => !withoutPostcode.has(country)

/** Whether addresses there need a state or province. Country codes are lower-case. */
export const hasState = (country: string): boolean => withState.has(country)

const line = (field: string, most: number) =>
  z.string().check(z.trim(), z.minLength(1, `${field}.missing`), z.maxLength(most, `${field}.long`))

const neededAddress = (country: string) =>
  z.extend(shipping, {
    country: z
      .string()
      .check(
        z.minLength(1, 'shipping_country.missing'),
        z.refine(isCountryCode, 'shipping_country.unknown'),
      ),
    first_name: line('shipping_first_name', 60),
    last_name: line('shipping_last_name', 60),
    address: line('shipping_address', 120),
    city: line('shipping_city', 80),
    ...(hasPostcode(country) && { postcode: line('shipping_postcode', 20) }),
    ...(hasState(country) && { state: line('shipping_state', 60) }),
  })

/** Everything that keeps a parcel from arriving at this address, one issue a field. */
export const addressIssues = (address: Shipping): FieldIssue[] =>
  issuesOf(neededAddress(address.country.toLowerCase()).safeParse(address))
