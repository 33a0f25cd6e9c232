import { useRouter } from 'next/router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  useCheckout,
  useCheckoutStore,
  usePage,
  useSync,
} from '@/client/checkout/checkout-provider'
import { leaveStep } from '@/client/checkout/leave-step'
import { useDialCode } from '@/client/checkout/use-dial-code'
import { useStepForm } from '@/client/checkout/use-step-form'
import { useSubmitStep } from '@/client/checkout/use-submit-step'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { residenceOf } from '@/domain/checkout/residence'
import { applyChange } from '@/domain/checkout/state-change'
import { findPermitGroup } from '@/domain/destinations/pack-permits'
import { type DriverForm, toDriverChange, toDriverForm } from '@/domain/driver/driver-form'
import type { FieldIssue } from '@/domain/input/field-issue'
import type { PhoneRule } from '@/domain/phone/phone-rules'
import { useOpenSections } from '@/features/driver-details/use-open-sections'

export const driverFormId = 'driver-details'

type DriverRules = typeof import('@/features/driver-details/lazy-driver-rules')

/** Loaded on first use of the form. */
export const loadRules = (): Promise<DriverRules> =>
  import('@/features/driver-details/lazy-driver-rules')

export type DriverFormRuntime = ReturnType<typeof useDriverForm>

/** Handles a submit without issues. Without `rules` the browser has not validated the answers. */
export type OnValid = (
  rules: DriverRules | undefined,
  showIssues: (issues: FieldIssue[]) => void,
) => Promise<void>

/** The driver form. Its rules load on first use, the phone rules with the first phone number. */
export function useDriverForm(id: string, onValid: OnValid) {
  const store = useCheckoutStore()
  const { i18n } = useTranslation()
  const { today, language, permits } = usePage()
  const rules = useRef<DriverRules>(undefined)
  const phoneRule = useRef<PhoneRule>(undefined)
  const sections = useOpenSections(
    useState(() => toDriverForm(optimisticState(store.getState())))[0],
  )
  const prepareRules = async () => {
    const loadedRules = await loadRules()
    await loadedRules.loadRuleTexts(i18n)
    rules.current = loadedRules
  }
  const form = useStepForm<DriverForm>({
    id,
    toFormValues: toDriverForm,
    toChange: values => {
      const change = toDriverChange(values)
      return rules.current?.withoutImpossibleDate(change) ?? change
    },
    issuesOf: values => {
      // Continue must not wait for the rules on a slow network.
      if (!rules.current && sections.isPlainTrip(values)) return []
      const state = applyChange(optimisticState(store.getState()), toDriverChange(values))
      const context = { today, language, permits, validatePhone: phoneRule.current }
      return rules.current?.findDriverStepIssues(state, context)
    },
    adviceOf: ({ email }) => rules.current?.listEmailAdvice(email) ?? [],
    loadRules: prepareRules,
    fieldOf: control =>
      control.replace(/^(date_of_birth)_.+/, '$1').replace(/^(height)_(?:ft|in)/, '$1'),
    onValid: (_, showIssues) => onValid(rules.current, showIssues),
    isAsked: sections.isAsked,
    askNext: sections.askNext,
    onInvalid: form => {
      sections.openInvalid()
      // Without loaded rules there are no issues to focus.
      rules.current?.focusFirstError(form)
    },
  })
  useDialCode(form.showValues)
  const adviseSavedEmail = useEffectEvent(() => {
    if (form.values.email) prepareRules().then(form.validate, () => undefined)
  })
  useEffect(() => adviseSavedEmail(), [])
  const loadPhoneRule = () => {
    loadRules()
      .then(rules => rules.loadPhoneRule())
      .then(rule => {
        phoneRule.current = rule
        form.validate()
      })
      .catch(() => undefined)
  }
  return { ...form, sections, loadPhoneRule, loadRules }
}

/** Stores the driver and opens the next step; shows a notice on failure. */
export function useContinueToPhotos(setUnsaved: (isUnsaved: boolean) => void): OnValid {
  const sync = useSync()
  const submitStep = useSubmitStep('driver-details')
  const router = useRouter()
  return async (rules, showIssues) => {
    setUnsaved(false)
    await leaveStep({
      // A deployment may have removed the rules chunk: the server validates and returns a page.
      save: leave => (rules ? submitStep(leave) : sync.flush()),
      leave: () =>
        rules
          ? router.push(rules.resolveNextRoute(router.query))
          : (document.getElementById(driverFormId) as HTMLFormElement).submit(),
      showIssues,
      setUnsaved,
    })
  }
}

/** Props of every section of the driver form. */
export interface DriverFieldProps {
  form: DriverFormRuntime
  errorOf: (field: string) => string | undefined
  /** Whether a part of a field is invalid, such as the month of a date. */
  isInvalid: (field: string, part: string) => boolean
  /** Saved answers: values of the inputs before hydration. */
  values: DriverForm
}

/** Id of the notice about permits for residents of a country. */
export const residenceNoticeId = 'issuing'

/** Country of residence and whether its residents can get a permit; `yes` if it is unknown. */
export function useResidence() {
  const { permits } = usePage()
  const code = useCheckout(state => residenceOf(optimisticState(state)))
  const rules = findPermitGroup(permits?.groups ?? [], code)
  return { code, from_: rules?.from_ ?? 'yes', hasDetails: rules?.has_details ?? false }
}
