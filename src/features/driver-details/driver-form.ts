import { useRouter } from 'next/router'
import { useTranslation } from 'next-i18next/pages'
import { useRef } from 'react'
import { CallFailure } from '@/client/api/api-client'
import { useCheckoutStore, usePage, useSync } from '@/client/checkout/checkout-provider'
import { useStepForm } from '@/client/checkout/use-step-form'
import { visibleState } from '@/client/store/checkout-store'
import { applyChange } from '@/domain/checkout/state-change'
import { type DriverForm, driverChange, driverFormOf } from '@/domain/driver/driver-form'
import type { FieldIssue } from '@/domain/input/field-issue'
import type { PhoneRule } from '@/domain/phone/phone-rules'

export const driverFormId = 'driver-details'

type Rules = typeof import('@/features/driver-details/lazy-driver-rules')

/** Loaded when the form is first used. */
export const loadRules = (): Promise<Rules> => import('@/features/driver-details/lazy-driver-rules')

export type DriverFormRuntime = ReturnType<typeof useDriverForm>

/** What is done with right answers; without rules, nobody here has judged them. */
export type OnRight = (
  rules: Rules | undefined,
  refuse: (issues: FieldIssue[]) => void,
) => Promise<void>

/** The driver's form. Its rules come when it is first used, those of phone numbers with the first number. */
export function useDriverForm(id: string, onRight: OnRight) {
  const store = useCheckoutStore()
  const { i18n } = useTranslation()
  const { today, language, permits } = usePage()
  const rules = useRef<Rules>(undefined)
  const phoneWrong = useRef<PhoneRule>(undefined)
  const form = useStepForm<DriverForm>({
    id,
    valuesOf: driverFormOf,
    changeOf: driverChange,
    issuesOf: values => {
      const state = applyChange(visibleState(store.getState()), driverChange(values))
      const known = { today, language, permits, phoneWrong: phoneWrong.current }
      return rules.current?.judgeDriver(state, known)
    },
    loadRules: async () => {
      const loaded = await loadRules()
      await loaded.bringTexts(i18n)
      rules.current = loaded
    },
    fieldOf: control =>
      control.replace(/^(date_of_birth)_.+/, '$1').replace(/^(height)_(?:ft|in)/, '$1'),
    onRight: (_, refuse) => onRight(rules.current, refuse),
    // Nothing is wrong before the rules say so.
    onWrong: form => rules.current?.focusFirstError(form),
  })
  const loadPhoneRule = () => {
    loadRules()
      .then(rules => rules.loadPhoneRule())
      .then(rule => {
        phoneWrong.current = rule
        form.judge()
      })
      .catch(() => undefined)
  }
  return { ...form, loadPhoneRule, loadRules }
}

/** Stores the driver and opens the next step; says so when it cannot. */
export function useGoOn(setUnsaved: (isUnsaved: boolean) => void): OnRight {
  const sync = useSync()
  const store = useCheckoutStore()
  const router = useRouter()
  return async (rules, refuse) => {
    setUnsaved(false)
    try {
      if (!(await sync.flush())) throw new CallFailure('offline', 0, { detail: 'unsaved' })
      // An update may have taken the rules of this page away: the server has its own, and answers with a page.
      if (!rules) return (document.getElementById(driverFormId) as HTMLFormElement).submit()
      await rules.storeDriver(store, sync)
      await router.push(rules.routeAfter(router.query))
    } catch (error) {
      const issues = error instanceof CallFailure ? error.refusal.issues : undefined
      if (issues) refuse(issues)
      else setUnsaved(true)
    }
  }
}
