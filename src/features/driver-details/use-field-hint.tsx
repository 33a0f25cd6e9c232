import { type ChangeEvent, type FocusEvent, type ReactNode, useState } from 'react'
import type { DriverForm } from '@/domain/driver/driver-form'
import type { DriverFormRuntime } from '@/features/driver-details/driver-form'
import { Button } from '@/ui/button'

type Names = 'license_first_name' | 'license_last_name' | 'place_of_birth' | 'email'

/**
 * Says something about what was typed, once its field is left, and until it changes. What it takes to know
 * comes then: without it nothing is said.
 */
export function useHint<Found>(
  form: DriverFormRuntime,
  name: Names,
  find: (
    rules: Awaited<ReturnType<DriverFormRuntime['loadRules']>>,
    typed: string,
  ) => Found | undefined,
) {
  const [found, setFound] = useState<Found>()
  const control = form.register(name)
  const left = (event: FocusEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const typed = input.value
    void control.onBlur(event)
    if (typed)
      form.loadRules().then(
        rules => setFound(input.value === typed ? find(rules, typed) : undefined),
        () => undefined,
      )
  }
  const changed = (event: ChangeEvent<HTMLInputElement>) => {
    setFound(undefined)
    return control.onChange(event)
  }
  /** Takes what is proposed; the focus goes to its field, as the button goes with the hint. */
  const take = (value: string) => {
    setFound(undefined)
    form.fill({ [name]: value } as Partial<DriverForm>)
    document.getElementById(name)?.focus()
  }
  return { found, take, control: { ...control, onBlur: left, onChange: changed } }
}

/** A proposal to press, in a sentence. */
export const Proposal = ({ onTake, children }: { onTake: () => void; children: ReactNode }) => (
  <Button look="link" wide={false} onClick={onTake}>
    {children}
  </Button>
)
