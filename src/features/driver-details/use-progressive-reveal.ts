import { type RefObject, useCallback, useEffect, useState } from 'react'
import { usePage } from '@/client/checkout/checkout-provider'
import type { DriverForm } from '@/domain/driver/driver-form'

/** How far the form is open: the first fields, everything about the driver, or all of it. */
export type Stage = 0 | 1 | 2

/**
 * Hides a stage until the previous one is answered. CSS only: it applies from the first paint and
 * works before hydration. Without scripts everything is shown.
 */
const hiddenClassNames = {
  1: 'not-noscript:[form:has([data-needed="1"]:placeholder-shown,[data-needed="1"]:invalid:focus)_&]:hidden',
  2: 'not-noscript:[form:has([data-needed]:placeholder-shown,[data-needed]:invalid:focus)_&]:hidden',
} as const

/** Marks a control as required for the next stage; CSS detects an empty one by its placeholder. */
export const getRequiredProps = (stage: 1 | 2) => ({ 'data-needed': stage, placeholder: ' ' })

/** Opens the form stage by stage. An open stage stays open. */
export function useProgressiveReveal(
  formRef: RefObject<HTMLFormElement | null>,
  values: DriverForm,
) {
  const { issues } = usePage()
  const [openedStage, setOpenedStage] = useState<Stage>(() =>
    issues.length > 0 ? 2 : findInitialStage(values),
  )
  const [isNewlyOpened, setNewlyOpened] = useState(false)

  /** Opens the stages whose required controls are answered. */
  const update = useCallback(() => {
    const form = formRef.current
    if (!form) return
    const stage = isStageAnswered(form, 1) ? (isStageAnswered(form, 2) ? 2 : 1) : 0
    setOpenedStage(previous => {
      if (stage > previous) setNewlyOpened(true)
      return Math.max(previous, stage) as Stage
    })
  }, [formRef])

  // Values typed before hydration have already opened stages through CSS.
  useEffect(update, [update])

  return {
    openedStage,
    /** An answer has opened a stage, which is announced. */
    isNewlyOpened,
    update,
    openAll: () => setOpenedStage(2),
    getHiddenClassName: (stage: 1 | 2) =>
      openedStage < stage ? hiddenClassNames[stage] : undefined,
  }
}

/** The last stage that has saved answers. */
function findInitialStage(values: DriverForm): Stage {
  const isAnswered = (names: readonly (keyof DriverForm)[]) =>
    names.some(name => values[name].toString() !== '')
  if (isAnswered(['license_classes', 'gender', 'eye_color', 'height', 'height_ft', 'height_in']))
    return 2
  return isAnswered([...birthDateFields, 'phone', 'place_of_birth']) ? 1 : 0
}

const birthDateFields = ['date_of_birth_day', 'date_of_birth_month', 'date_of_birth_year'] as const

/** A focused control counts as answered when it is valid, any other when it has a value. */
const isStageAnswered = (form: HTMLFormElement, stage: 1 | 2): boolean =>
  [...form.querySelectorAll<HTMLInputElement>(`[data-needed="${stage}"]`)].every(
    input => input.value !== '' && (input !== document.activeElement || input.validity.valid),
  )
