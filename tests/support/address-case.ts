import type { Shipping } from '@/domain/checkout/customer-schema'

/**
 * How an address is asked for and written in a country. The addresses exist: they are those of town
 * halls, museums and post offices.
 */
export interface AddressCase {
  /** What is asked for, in order; what may stay empty is in brackets. */
  form: string
  /** What the postcode is called, where not by its usual name. */
  zip?: string
  /** What the state is called, and how many one chooses from. */
  state?: [name: string | undefined, listed: number]
  digits?: boolean
  validPostcodes?: string[]
  invalidPostcodes?: string[]
  address: Partial<Shipping>
  lines: string[]
}
