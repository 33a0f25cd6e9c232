import type { DriverForm } from '@/domain/driver/driver-form'
import type { DriverFormRuntime } from '@/features/driver-details/driver-form'

/** Props of every section of the driver form. */
export interface DriverFieldProps {
  form: DriverFormRuntime
  errorOf: (field: string) => string | undefined
  /** Whether a part of a field is invalid, such as the month of a date. */
  isInvalid: (field: string, part: string) => boolean
  /** Saved answers: values of the inputs before hydration. */
  values: DriverForm
}
