import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from '@/ui/class-names'
import { focusField } from '@/ui/focus-first-error'

export type ErrorSummaryProps = Omit<ComponentProps<'div'>, 'title'> & {
  title: ReactNode
  /** The texts of the fields' errors, in page order. */
  errors: readonly { fieldId: string; text: ReactNode }[]
}

const handleErrorClick = (event: MouseEvent, fieldId: string) => {
  const field = document.getElementById(fieldId)
  if (!field) return
  event.preventDefault()
  focusField(field)
}

/** Announced when it appears; each line links to its field and works without scripts. */
export const ErrorSummary = ({ title, errors, className, ...props }: ErrorSummaryProps) => (
  <div
    role="alert"
    // A list that changes while the customer corrects it is not read again.
    aria-atomic="false"
    aria-relevant="additions"
    tabIndex={-1}
    {...props}
    className={classNames('rounded-card border-2 border-bad bg-card px-4 py-3.5', className)}
  >
    <h2 className="font-semibold text-lg">{title}</h2>
    <ul className="pt-1">
      {errors.map(({ fieldId, text }) => (
        <li key={fieldId}>
          <a
            href={`#${fieldId}`}
            onClick={event => handleErrorClick(event, fieldId)}
            className="inline-block py-1.5 font-semibold text-bad"
          >
            {text}
          </a>
        </li>
      ))}
    </ul>
  </div>
)
