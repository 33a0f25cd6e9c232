import type { UseFormRegister } from 'react-hook-form'
import type { AddressFormat } from '@/domain/address/address-format'
import type { ShippingForm } from '@/domain/address/shipping-form'

/** Props of every section of the plan form. */
export interface Fields {
  register: (name: keyof ShippingForm) => ReturnType<UseFormRegister<ShippingForm>>
  /** Sets values without saving them. */
  showValues: (values: Partial<ShippingForm>) => void
  errorOf: (field: string) => string | undefined
  /** Saved answers: values of the inputs before hydration. */
  values: ShippingForm
}

/** Props of an address field, with the address format of its country. */
export type AddressProps = Fields & { format: AddressFormat }
