import type { ChangeEvent } from 'react'
import { MinusIcon, PlusIcon } from '@/ui/icons'

export type StepperProps = {
  /** Accessible name: what is counted. */
  label: string
  value: number
  max: number
  decreaseLabel: string
  increaseLabel: string
  onStep: (value: number) => void
}

const buttonClasses =
  'grid size-11 place-items-center rounded-control text-accent hover:bg-accent-soft aria-disabled:text-ink-3/60 aria-disabled:hover:bg-transparent aria-disabled:cursor-default'

/**
 * Keyboards of Arabic, Persian and Japanese type digits of their own, each block of which starts at
 * a code point divisible by 16.
 */
const toLatinDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹０-９]/g, digit => String(digit.charCodeAt(0) % 16))

/** Buttons at a limit stay focusable, so that keyboard focus is not lost. */
export const Stepper = ({
  label,
  value,
  max,
  decreaseLabel,
  increaseLabel,
  onStep,
}: StepperProps) => {
  const changeTo = (next: number) => {
    const clamped = Math.min(max, Math.max(0, next))
    if (clamped !== value) onStep(clamped)
  }
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const digits = toLatinDigits(event.target.value).replace(/\D/g, '')
    if (digits) changeTo(Number(digits))
  }
  return (
    <fieldset
      aria-label={label}
      className="inline-flex items-center rounded-control border-[1.5px] border-control bg-card"
    >
      <button
        type="button"
        aria-label={decreaseLabel}
        aria-disabled={value <= 0 || undefined}
        onClick={() => changeTo(value - 1)}
        className={buttonClasses}
      >
        <MinusIcon />
      </button>
      <input
        aria-label={label}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        value={value}
        onChange={handleChange}
        onFocus={event => event.target.select()}
        className="min-h-11 w-[2.25em] rounded-sm text-center font-semibold"
      />
      <button
        type="button"
        aria-label={increaseLabel}
        aria-disabled={value >= max || undefined}
        onClick={() => changeTo(value + 1)}
        className={buttonClasses}
      >
        <PlusIcon />
      </button>
    </fieldset>
  )
}
