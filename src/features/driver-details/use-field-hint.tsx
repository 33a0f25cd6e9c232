import { type ChangeEvent, type FocusEvent, type ReactNode, useState } from 'react'
import type { DriverForm } from '@/domain/driver/driver-form'
import type { DriverFormRuntime } from '@/features/driver-details/driver-form'
import { Button } from '@/ui/button'

type HintFieldName = 'license_first_name' | 'license_last_name' | 'place_of_birth' | 'email'

/**
 * Shows a hint about a value from blur until the next change. The rules load on blur; without them
 * there is no hint.
 */
export function useFieldHint<Hint>(
  form: DriverFormRuntime,
  name: HintFieldName,
  findHint: (
    rules: Awaited<ReturnType<DriverFormRuntime['loadRules']>>,
    value: string,
  ) => Hint | undefined,
) {
  const [hint, setHint] = useState<Hint>()
  const control = form.register(name)
  const handleBlur = (event: FocusEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const value = input.value
    void control.onBlur(event)
    if (value)
      form.loadRules().then(
        rules => setHint(input.value === value ? findHint(rules, value) : undefined),
        () => undefined,
      )
  }
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    setHint(undefined)
    return control.onChange(event)
  }
  /** Applies the proposal and focuses the field, because the button unmounts with the hint. */
  const accept = (value: string) => {
    setHint(undefined)
    form.fill({ [name]: value } as Partial<DriverForm>)
    document.getElementById(name)?.focus()
  }
  return {
    hint,
    accept,
    control: { ...control, onBlur: handleBlur, onChange: handleChange },
  }
}

/** A proposal as a link button within a sentence. */
export const Proposal = ({ onAccept, children }: { onAccept: () => void; children: ReactNode }) => (
  <Button variant="link" wide={false} onClick={onAccept}>
    {children}
  </Button>
)
