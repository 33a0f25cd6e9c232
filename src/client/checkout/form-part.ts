import type { FormEvent } from 'react'
import type { FieldIssue } from '@/domain/input/field-issue'

/** A part of a page's form, with validation of its own. */
export interface FormPart {
  /** Error texts by the id of their control. */
  errors: { fieldId: string; text: string }[]
  /** The customer cannot continue; the part shows why. */
  isBlocked?: boolean
  /** It has questions that were not asked yet: `validate` asks them when the others are answered. */
  hasNext?: boolean
  /** Closes the part's sections: it is answered, and another part asks its questions. */
  close?: () => void
  /** Shows the errors; true without any. */
  validate: (event: FormEvent<HTMLFormElement>) => Promise<boolean>
  /** Shows those of the server's issues that are about this part. */
  showIssues: (issues: FieldIssue[]) => void
  /** The rules could not be loaded: the form is posted, and the server validates it. */
  isPostNeeded?: () => boolean
}
