import * as z from 'zod/mini'
import { currencyCodes } from '@/domain/data/currencies'
import { eyeColors } from '@/domain/data/eye-colors'
import { genders } from '@/domain/data/genders'
import { heightUnits } from '@/domain/data/height-units'
import { maxStoredLength } from '@/domain/input/storable'

const text = (maxLength: number) => z._default(z.string().check(z.maxLength(maxLength)), '')
const flag = z._default(z.boolean(), false)
const choice = <T extends z.core.SomeType>(schema: T) => z._default(z.nullable(schema), null)

/**
 * The driver as entered so far: fields may be empty or invalid. `domain/driver/driver-rules.ts` has
 * the permit's rules.
 */
export const customer = z.object({
  id: z._default(z.nullable(z.string()), null),
  /**
   * Longer than a valid address, so that one that is too long gets an error instead of being cut
   * off.
   */
  email: text(maxStoredLength.email),
  email_consent: flag,
  first_name: text(maxStoredLength.name),
  last_name: text(maxStoredLength.name),
  license_first_name: text(maxStoredLength.name),
  license_last_name: text(maxStoredLength.name),
  /** Digits with the calling code, without a plus, once the number is parsed. */
  phone: text(maxStoredLength.phone),
  /**
   * The number as typed, shown again in the form; with its plus if a call has set it. Null without a
   * number, or if no numbering plan knows it.
   */
  phone_typed: choice(z.string().check(z.maxLength(maxStoredLength.phone))),
  city: text(maxStoredLength.town),
  country_of_residence: text(2),
  license_issued: text(2),
  state: text(maxStoredLength.state),
  postcode: text(maxStoredLength.code),
  gender: choice(z.enum(genders)),
  /**
   * Centimetres, or the input as typed if it cannot be converted; `height_unit` is the unit the
   * customer chose.
   */
  height: text(40),
  height_unit: choice(z.enum(heightUnits)),
  eye_color: choice(z.enum(eyeColors)),
  place_of_birth: text(maxStoredLength.line),
  /** `year-month-day` as typed; missing parts are empty: `1991--14`. */
  date_of_birth: text(40),
  a_motorcycle: flag,
  b_passenger_car: flag,
  c_vehicle_over_7700_lbs: flag,
  d_vehicle_over_8_seats: flag,
  e_vehicle_of_b_c_or_d_with_other_than_a_light_trailer_8054: flag,
})
export type Customer = z.infer<typeof customer>
export const emptyCustomer: Customer = customer.parse({})

/** The delivery address as entered so far. */
export const shipping = z.object({
  id: z._default(z.nullable(z.string()), null),
  first_name: text(maxStoredLength.name),
  last_name: text(maxStoredLength.name),
  country: text(2),
  city: text(maxStoredLength.town),
  address: text(maxStoredLength.line),
  address_2: text(maxStoredLength.line),
  state: text(maxStoredLength.state),
  postcode: text(maxStoredLength.code),
  street_number: text(maxStoredLength.code),
  pickup_point: text(200),
  // Set by the server from the quote, in major units of `total_currency`.
  shipping_method: choice(z.string()),
  total: choice(z.number()),
  tax: choice(z.number()),
  total_currency: choice(z.enum(currencyCodes)),
})
export type Shipping = z.infer<typeof shipping>
export const emptyShipping: Shipping = shipping.parse({})
