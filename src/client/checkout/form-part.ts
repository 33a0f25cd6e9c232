import type { FormEvent } from 'react'

/** Some of the questions of a page's one form, with rules of their own. */
export interface FormPart {
  /** What is wrong, in words, at the control of this id. */
  errors: { fieldId: string; text: string }[]
  /** Nobody can go on: the part says why. */
  isBlocked?: boolean
  /** Shows what is wrong; true when nothing is. */
  validate: (event: FormEvent<HTMLFormElement>) => Promise<boolean>
  /** Stores the checked answers; false when the server has found something wrong, which is then shown. */
  save: () => Promise<boolean>
}
