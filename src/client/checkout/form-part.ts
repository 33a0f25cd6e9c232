import type { FormEvent } from 'react'

/** A part of a page's form, with validation of its own. */
export interface FormPart {
  /** Error texts by the id of their control. */
  errors: { fieldId: string; text: string }[]
  /** The customer cannot continue; the part shows why. */
  isBlocked?: boolean
  /** Shows the errors; true without any. */
  validate: (event: FormEvent<HTMLFormElement>) => Promise<boolean>
  /** Saves the validated answers; false if the server found errors, which are then shown. */
  save: () => Promise<boolean>
}
