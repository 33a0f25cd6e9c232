import { type RefObject, useCallback, useEffect, useState } from 'react'
import { usePage } from '@/client/checkout/checkout-provider'
import type { DriverForm } from '@/domain/driver/driver-form'

/** How far the form is open: its beginning, all about the driver, or everything. */
export type Stage = 0 | 1 | 2

/**
 * Hides what comes later until what comes before is answered: by the style sheet alone, so that it holds
 * from the first paint on and opens before scripts come. Without scripts, all is shown.
 */
const waiting = {
  1: 'not-noscript:[form:has([data-needed="1"]:placeholder-shown,[data-needed="1"]:invalid:focus)_&]:hidden',
  2: 'not-noscript:[form:has([data-needed]:placeholder-shown,[data-needed]:invalid:focus)_&]:hidden',
} as const

/** Marks a control as one that the next stage waits for; the style sheet sees by its placeholder that it is empty. */
export const needed = (stage: 1 | 2) => ({ 'data-needed': stage, placeholder: ' ' })

/** Opens the form stage by stage. What is open once stays open. */
export function useReveal(place: RefObject<HTMLFormElement | null>, values: DriverForm) {
  const { issues } = usePage()
  const [opened, setOpened] = useState(() => (issues.length > 0 ? 2 : stageHeld(values)))
  const [isFresh, setFresh] = useState(false)

  const open = useCallback((stage: Stage) => {
    setOpened(before => Math.max(before, stage) as Stage)
  }, [])

  /** Looks at what is answered now, and opens what that was waited for. */
  const look = useCallback(() => {
    const form = place.current
    if (!form) return
    const stage = isGiven(form, 1) ? (isGiven(form, 2) ? 2 : 1) : 0
    setOpened(before => {
      if (stage > before) setFresh(true)
      return Math.max(before, stage) as Stage
    })
  }, [place])

  // What was typed before the scripts came has opened it already.
  useEffect(look, [look])

  return {
    opened,
    /** Something was opened by what the customer has answered: it is announced. */
    isFresh,
    look,
    openAll: () => open(2),
    classOf: (stage: 1 | 2) => (opened < stage ? waiting[stage] : undefined),
  }
}

/** The stage whose answers are there already. */
function stageHeld(values: DriverForm): Stage {
  const isHeld = (names: readonly (keyof DriverForm)[]) =>
    names.some(name => values[name].toString() !== '')
  if (isHeld(['license_classes', 'gender', 'eye_color', 'height', 'height_ft', 'height_in']))
    return 2
  return isHeld([...birth, 'phone', 'place_of_birth']) ? 1 : 0
}

const birth = ['date_of_birth_day', 'date_of_birth_month', 'date_of_birth_year'] as const

/** What is being typed is given once it looks whole; what was left, in any case. */
const isGiven = (form: HTMLFormElement, stage: 1 | 2): boolean =>
  [...form.querySelectorAll<HTMLInputElement>(`[data-needed="${stage}"]`)].every(
    input => input.value !== '' && (input !== document.activeElement || input.validity.valid),
  )
