import type { Shipping } from '@/domain/checkout/customer-schema'

/**
 * The address form and format of a country. The addresses are real ones of town halls, museums and
 * post offices.
 */
export interface AddressCase {
  /** Fields in order; optional ones in brackets. */
  form: string
  /** Key of the postcode's label, where it is not the usual one. */
  zip?: string
  /** Key of the state's label, and the number of options. */
  state?: [name: string | undefined, listed: number]
  digits?: boolean
  validPostcodes?: string[]
  invalidPostcodes?: string[]
  address: Partial<Shipping>
  lines: string[]
}
