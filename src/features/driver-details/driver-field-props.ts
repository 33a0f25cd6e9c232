import type { DriverForm } from '@/domain/driver/driver-form'
import type { DriverFormRuntime } from '@/features/driver-details/driver-form'

/** What a section of the form needs to show and keep its fields. */
export interface DriverFieldProps {
  form: DriverFormRuntime
  errorOf: (field: string) => string | undefined
  /** Whether a part of a field is wrong, such as the month of a date. */
  isInvalid: (field: string, part: string) => boolean
  /** The form as it was left: what the inputs hold before scripts run. */
  values: DriverForm
}
