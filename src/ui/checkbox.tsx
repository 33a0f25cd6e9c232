import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/ui/class-names'
import { buildDescribedBy, ErrorText, Hint } from '@/ui/field'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  name: string
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

/** The error is above the box, where it is read first. */
export const Checkbox = ({ label, hint, error, className, ...input }: CheckboxProps) => {
  const id = input.id ?? input.name
  return (
    <div className={className}>
      <ErrorText id={id} className="block">
        {error}
      </ErrorText>
      <div className="-my-2.5 flex items-start gap-3">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-describedby={buildDescribedBy(id, { hint, error })}
          aria-invalid={Boolean(error) || undefined}
          className={classNames(
            'my-[11px] size-[22px] shrink-0 rounded-sm accent-accent',
            // The focus has its own outline.
            Boolean(error) &&
              'not-focus-visible:outline-2 not-focus-visible:outline-bad not-focus-visible:outline-offset-1',
          )}
        />
        <span className="min-w-0 grow">
          <label htmlFor={id} className="block py-2.5">
            {label}
          </label>
          <Hint id={id} className="-mt-2.5 block pb-2.5">
            {hint}
          </Hint>
        </span>
      </div>
    </div>
  )
}
