import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  useForm,
} from 'react-hook-form'
import { useIsomorphicLayoutEffect } from '@/client/browser/isomorphic-layout-effect'
import { useCheckoutStore, usePage, useSync } from '@/client/checkout/checkout-provider'
import { optimisticState } from '@/client/store/checkout-store'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { applyChange, difference, isSame, type StateChange } from '@/domain/checkout/state-change'
import type { FieldIssue } from '@/domain/input/field-issue'

interface StepFormOptions<F extends FieldValues> {
  /** The form element's id; controls outside it name it. */
  id: string
  /** The form as it was left. */
  valuesOf: (state: CheckoutState) => F
  /** What keeps these values from going on; undefined while the rules are not loaded. */
  issuesOf: (values: F) => FieldIssue[] | undefined
  /** Loads rules too heavy to come with the page: when the form is first used, and before it is sent. */
  loadRules?: () => Promise<void>
  /** What the values change in the checkout. */
  changeOf: (values: F) => StateChange
  /** The field whose error a control shows, where the two have different names. */
  fieldOf?: (control: string) => string
  /**
   * Goes on, once at a time; called with values in which nothing wrong was found. `showIssues` shows what the
   * server finds, like the rest.
   */
  onValid: (values: F, showIssues: (issues: FieldIssue[]) => void) => Promise<void>
  /** Shows the customer where to look; called once the errors are on the page. */
  onInvalid: (form: HTMLFormElement) => void
}

/**
 * A step's form: real inputs that work before scripts, saved on change and blur, with errors that show
 * when a field was left filled or the form was sent, and go the moment they are mended.
 */
export function useStepForm<F extends FieldValues>(step: StepFormOptions<F>) {
  const store = useCheckoutStore()
  const sync = useSync()
  const page = usePage()
  const [savedValues] = useState(() => step.valuesOf(optimisticState(store.getState())))
  const typedValues = useTypedValues(step.id, savedValues)
  const form = useForm<F>({ defaultValues: typedValues as DefaultValues<F> })
  // Read while its inputs are registered one by one, a group of radios would fall back to the served one.
  useIsomorphicLayoutEffect(() => {
    for (const [name, value] of Object.entries(typedValues)) form.setValue(name as Path<F>, value)
    setHydrated(true)
  }, [form, typedValues])
  // What is shown of the values must first be what the server showed: only then is the page taken over as it is.
  const [isHydrated, setHydrated] = useState(false)
  const watch = <N extends Path<F>>(name: N) =>
    isHydrated ? form.watch(name) : (savedValues[name] as PathValue<F, N>)
  const [issues, setIssues] = useState<FieldIssue[]>(page.issues)
  const [shownFields, setShownFields] = useState(
    () => new Set(page.issues.map(({ field }) => field)),
  )
  const [isBusy, setBusy] = useState(false)
  const busyRef = useRef(false)
  const latestStep = useRef(step)
  latestStep.current = step

  /** What the checkout holds, as the form last saw it. */
  const knownValues = useRef(savedValues)

  /** What the server has found in answers that have not changed since. */
  const serverIssues = useRef<FieldIssue[]>([])

  const validate = useCallback(() => {
    const foundIssues = latestStep.current.issuesOf(form.getValues())
    if (foundIssues)
      setIssues(previous =>
        keepIfSame(previous, keepFirstPerField([...foundIssues, ...serverIssues.current])),
      )
  }, [form])

  /** Rules that do not come leave the judging to the server. */
  const loadRulesAndValidate = useCallback(async () => {
    await latestStep.current.loadRules?.().then(validate, () => undefined)
  }, [validate])

  const save = useCallback(() => {
    const values = form.getValues()
    const { valuesOf, changeOf } = latestStep.current
    const state = optimisticState(store.getState())
    const change = difference(state, changeOf(values))
    // Known before it is told: the form does not follow itself.
    knownValues.current = valuesOf(applyChange(state, change))
    if (Object.keys(change).length > 0) {
      serverIssues.current = []
      sync.change(change)
    }
    validate()
  }, [form, store, sync, validate])

  // What changes elsewhere, in another tab or by what was kept over a reload, is shown here too: an input
  // left behind would take it back with the next key pressed.
  useEffect(
    () =>
      store.subscribe(() => {
        const { valuesOf } = latestStep.current
        const freshValues = valuesOf(optimisticState(store.getState()))
        const changedEntries = Object.entries(freshValues).filter(
          ([name, value]) => !isSame(value, knownValues.current[name]),
        )
        if (changedEntries.length === 0) return
        knownValues.current = freshValues
        // What the server lets go of, such as the address of a digital permit, the form keeps.
        for (const [name, value] of changedEntries)
          if (!isSame(value, '')) form.setValue(name as Path<F>, value)
        validate()
      }),
    [form, store, validate],
  )

  useEffect(() => {
    const element = document.getElementById(latestStep.current.id)
    if (!latestStep.current.loadRules || !element) return undefined
    if (element.contains(document.activeElement)) void loadRulesAndValidate()
    element.addEventListener('focusin', loadRulesAndValidate, { once: true })
    return () => element.removeEventListener('focusin', loadRulesAndValidate)
  }, [loadRulesAndValidate])

  // The button of a phone stands outside the form, and knows of it by its id alone.
  useEffect(() => {
    for (const button of document.querySelectorAll(`[form="${latestStep.current.id}"]`))
      button.setAttribute('aria-busy', `${isBusy}`)
  }, [isBusy])

  // What was typed before the scripts came is saved as if it were typed now.
  useEffect(() => {
    if (!isSame(typedValues, savedValues)) save()
  }, [save, typedValues, savedValues])

  const showField = (field: string) =>
    setShownFields(previous => (previous.has(field) ? previous : new Set(previous).add(field)))
  const fieldOf = step.fieldOf ?? ((control: string) => control)

  const hasAnswer = (field: string) =>
    Object.entries(form.getValues()).some(
      ([control, value]) => fieldOf(control) === field && String(value) !== '',
    )

  const register = (name: Path<F>) =>
    form.register(name, {
      onChange: save,
      onBlur: ({ relatedTarget }: BlurEvent) => {
        save()
        // From day to month, the date is not left yet.
        const field = fieldOf(name)
        if (fieldOf(relatedTarget?.name ?? '') !== field && hasAnswer(field)) showField(field)
      },
    })

  const showIssues = (foundIssues: FieldIssue[], target: HTMLFormElement) => {
    // After a wait for rules or the server, React would take its time to show them.
    flushSync(() => {
      setIssues(foundIssues)
      setShownFields(new Set(foundIssues.map(({ field }) => field)))
    })
    if (foundIssues.length > 0) requestAnimationFrame(() => step.onInvalid(target))
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busyRef.current) return
    const target = event.currentTarget
    const values = form.getValues()
    save()
    busyRef.current = true
    try {
      if (!step.issuesOf(values)) {
        setBusy(true)
        await loadRulesAndValidate()
      }
      const foundIssues = latestStep.current.issuesOf(values) ?? []
      showIssues(foundIssues, target)
      if (foundIssues.length > 0) return
      setBusy(true)
      await step.onValid(values, issues => {
        serverIssues.current = issues
        showIssues(issues, target)
      })
    } finally {
      busyRef.current = false
      setBusy(false)
    }
  }

  /** Fills controls in as if they had been typed in. */
  const fill = (values: Partial<F>) => {
    for (const [name, value] of Object.entries(values)) form.setValue(name as Path<F>, value)
    save()
  }

  return {
    register,
    submit,
    fill,
    validate,
    isBusy,
    values: savedValues,
    watch,
    getValues: form.getValues,
    setValue: form.setValue,
    errors: issues.filter(({ field }) => shownFields.has(field)),
  }
}

interface BlurEvent {
  relatedTarget?: { name?: string } | null
}

/** What stands in the form already: typed before the scripts came, it counts more than what was saved. */
function useTypedValues<F extends FieldValues>(id: string, savedValues: F): F {
  const [typedValues] = useState(() => {
    if (typeof document === 'undefined') return savedValues
    const form = document.getElementById(id)
    return form instanceof HTMLFormElement ? readTypedValues(form, savedValues) : savedValues
  })
  return typedValues
}

function readTypedValues<F extends FieldValues>(form: HTMLFormElement, savedValues: F): F {
  const formData = new FormData(form)
  const readValue = (name: string, previous: unknown) => {
    if (!findControls(form, name).some(isDirty)) return previous
    // The option that stands for none of them is no answer.
    if (Array.isArray(previous)) return formData.getAll(name).filter(value => value !== '')
    if (typeof previous === 'boolean') return formData.has(name)
    return formData.get(name) ?? previous
  }
  return Object.fromEntries(
    Object.entries(savedValues).map(([name, previous]) => [name, readValue(name, previous)]),
  ) as F
}

/** What the rules find of a field counts before what the server has found of it. */
const keepFirstPerField = (issues: FieldIssue[]): FieldIssue[] =>
  issues.filter(({ field }, index) => issues.findIndex(issue => issue.field === field) === index)

const findControls = (form: HTMLFormElement, name: string) =>
  [...form.elements].filter(
    (control): control is HTMLInputElement | HTMLSelectElement =>
      control.getAttribute('name') === name,
  )

/** Whether a control holds something else than the server gave it. */
function isDirty(control: HTMLInputElement | HTMLSelectElement): boolean {
  if ('options' in control)
    return [...control.options].some(option => option.selected !== option.defaultSelected)
  return control.checked !== control.defaultChecked || control.value !== control.defaultValue
}

const keepIfSame = (previous: FieldIssue[], next: FieldIssue[]): FieldIssue[] =>
  isSame(previous, next) ? previous : next
