import { type ChangeEvent, type FocusEvent, type ReactNode, useState } from 'react'
import type { DriverForm } from '@/domain/driver/driver-form'
import type { DriverFormRuntime } from '@/features/driver-details/driver-form'
import { Button } from '@/ui/button'

type HintFieldName = 'license_first_name' | 'license_last_name' | 'place_of_birth' | 'email'

/**
 * Says something about what was typed, once its field is left, and until it changes. What it takes to know
 * comes then: without it nothing is said.
 */
export function useFieldHint<Found>(
  form: DriverFormRuntime,
  name: HintFieldName,
  findHint: (
    rules: Awaited<ReturnType<DriverFormRuntime['loadRules']>>,
    value: string,
  ) => Found | undefined,
) {
  const [hint, setHint] = useState<Found>()
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
  /** Takes what is proposed; the focus goes to its field, as the button goes with the hint. */
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

/** A proposal to press, in a sentence. */
export const Proposal = ({ onAccept, children }: { onAccept: () => void; children: ReactNode }) => (
  <Button variant="link" wide={false} onClick={onAccept}>
    {children}
  </Button>
)
