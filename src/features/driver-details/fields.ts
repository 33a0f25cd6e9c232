import type { UseFormRegister } from 'react-hook-form'
import type { DriverForm } from '@/domain/forms'

/** What a section of the form needs to show and keep its fields. */
export interface Fields {
  register: (name: keyof DriverForm) => ReturnType<UseFormRegister<DriverForm>>
  errorOf: (field: string) => string | undefined
  /** The form as it was left: what the inputs hold before scripts run. */
  values: DriverForm
}
