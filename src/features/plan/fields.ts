import type { UseFormRegister, UseFormSetValue } from 'react-hook-form'
import type { AddressFormat } from '@/domain/address/address-format'
import type { ShippingForm } from '@/domain/address/shipping-form'

/** What a section of the form needs to show and keep its fields. */
export interface Fields {
  register: (name: keyof ShippingForm) => ReturnType<UseFormRegister<ShippingForm>>
  setValue: UseFormSetValue<ShippingForm>
  errorOf: (field: string) => string | undefined
  /** The form as it was left: what the inputs hold before scripts run. */
  values: ShippingForm
}

/** What a field of the address needs besides: how its country writes them. */
export type AddressProps = Fields & { format: AddressFormat }
