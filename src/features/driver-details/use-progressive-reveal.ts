import { type RefObject, useCallback, useEffect, useState } from 'react'
import { usePage } from '@/client/checkout/checkout-provider'
import type { DriverForm } from '@/domain/driver/driver-form'

/** How far the form is open: its beginning, all about the driver, or everything. */
export type Stage = 0 | 1 | 2

/**
 * Hides what comes later until what comes before is answered: by the style sheet alone, so that it holds
 * from the first paint on and opens before scripts come. Without scripts, all is shown.
 */
const hiddenClassNames = {
  1: 'not-noscript:[form:has([data-needed="1"]:placeholder-shown,[data-needed="1"]:invalid:focus)_&]:hidden',
  2: 'not-noscript:[form:has([data-needed]:placeholder-shown,[data-needed]:invalid:focus)_&]:hidden',
} as const

/** Marks a control as one that the next stage waits for; the style sheet sees by its placeholder that it is empty. */
export const getRequiredProps = (stage: 1 | 2) => ({ 'data-needed': stage, placeholder: ' ' })

/** Opens the form stage by stage. What is open once stays open. */
export function useProgressiveReveal(
  formRef: RefObject<HTMLFormElement | null>,
  values: DriverForm,
) {
  const { issues } = usePage()
  const [openedStage, setOpenedStage] = useState(() =>
    issues.length > 0 ? 2 : findInitialStage(values),
  )
  const [isNewlyOpened, setNewlyOpened] = useState(false)

  const openStage = useCallback((stage: Stage) => {
    setOpenedStage(previous => Math.max(previous, stage) as Stage)
  }, [])

  /** Looks at what is answered now, and opens what that was waited for. */
  const update = useCallback(() => {
    const form = formRef.current
    if (!form) return
    const stage = isStageAnswered(form, 1) ? (isStageAnswered(form, 2) ? 2 : 1) : 0
    setOpenedStage(previous => {
      if (stage > previous) setNewlyOpened(true)
      return Math.max(previous, stage) as Stage
    })
  }, [formRef])

  // What was typed before the scripts came has opened it already.
  useEffect(update, [update])

  return {
    openedStage,
    /** Something was opened by what the customer has answered: it is announced. */
    isNewlyOpened,
    update,
    openAll: () => openStage(2),
    getHiddenClassName: (stage: 1 | 2) =>
      openedStage < stage ? hiddenClassNames[stage] : undefined,
  }
}

/** The stage whose answers are there already. */
function findInitialStage(values: DriverForm): Stage {
  const isAnswered = (names: readonly (keyof DriverForm)[]) =>
    names.some(name => values[name].toString() !== '')
  if (isAnswered(['license_classes', 'gender', 'eye_color', 'height', 'height_ft', 'height_in']))
    return 2
  return isAnswered([...birthDateFields, 'phone', 'place_of_birth']) ? 1 : 0
}

const birthDateFields = ['date_of_birth_day', 'date_of_birth_month', 'date_of_birth_year'] as const

/** What is being typed is given once it looks whole; what was left, in any case. */
const isStageAnswered = (form: HTMLFormElement, stage: 1 | 2): boolean =>
  [...form.querySelectorAll<HTMLInputElement>(`[data-needed="${stage}"]`)].every(
    input => input.value !== '' && (input !== document.activeElement || input.validity.valid),
  )
