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
  /** Id of the form element; controls outside it use it as `form`. */
  id: string
  /** The form's values from the saved state. */
  toFormValues: (state: CheckoutState) => F
  /** The errors that prevent continuing; undefined while the rules are not loaded. */
  issuesOf: (values: F) => FieldIssue[] | undefined
  /** Loads rules too heavy for the page's bundle: on first focus, and before submit. */
  loadRules?: () => Promise<void>
  /** The change of the checkout that these values make. */
  toChange: (values: F) => StateChange
  /** The field whose error a control shows, if their names differ. */
  fieldOf?: (control: string) => string
  /**
   * Continues with values without errors; runs once at a time. `showIssues` shows errors found by
   * the server.
   */
  onValid: (values: F, showIssues: (issues: FieldIssue[]) => void) => Promise<void>
  /** Leads the customer to the errors; called once they are on the page. */
  onInvalid: (form: HTMLFormElement) => void
}

/**
 * A step's form: uncontrolled inputs that work before hydration, saved on change and blur. Errors
 * show when a filled field is left or the form is submitted, and disappear once the value is valid.
 */
export function useStepForm<F extends FieldValues>(options: StepFormOptions<F>) {
  const store = useCheckoutStore()
  const sync = useSync()
  const page = usePage()
  const [savedValues] = useState(() => options.toFormValues(optimisticState(store.getState())))
  const typedValues = useTypedValues(options.id, savedValues)
  const form = useForm<F>({ defaultValues: typedValues as DefaultValues<F> })
  // Otherwise RHF resets radio groups to the server-rendered value while registering.
  useIsomorphicLayoutEffect(() => {
    for (const [name, value] of Object.entries(typedValues)) form.setValue(name as Path<F>, value)
    setHydrated(true)
  }, [form, typedValues])
  // The first render must match the server's HTML, otherwise hydration fails.
  const [isHydrated, setHydrated] = useState(false)
  const watch = <N extends Path<F>>(name: N) =>
    isHydrated ? form.watch(name) : (savedValues[name] as PathValue<F, N>)
  const [issues, setIssues] = useState<FieldIssue[]>(page.issues)
  const [shownFields, setShownFields] = useState(
    () => new Set(page.issues.map(({ field }) => field)),
  )
  const [isBusy, setBusy] = useState(false)
  const busyRef = useRef(false)
  const latestOptions = useRef(options)
  latestOptions.current = options

  /** The checkout's values that the form last took over. */
  const knownValues = useRef(savedValues)

  /** Errors from the server, for answers that have not changed since. */
  const serverIssues = useRef<FieldIssue[]>([])

  const validate = useCallback(() => {
    const foundIssues = latestOptions.current.issuesOf(form.getValues())
    if (foundIssues)
      setIssues(previous =>
        keepIfSame(previous, keepFirstPerField([...foundIssues, ...serverIssues.current])),
      )
  }, [form])

  /** If the rules fail to load, the server validates. */
  const loadRulesAndValidate = useCallback(async () => {
    await latestOptions.current.loadRules?.().then(validate, () => undefined)
  }, [validate])

  const save = useCallback(() => {
    const values = form.getValues()
    const { toFormValues, toChange } = latestOptions.current
    const state = optimisticState(store.getState())
    const change = difference(state, toChange(values))
    // Set before the change: the store subscription must not react to it.
    knownValues.current = toFormValues(applyChange(state, change))
    if (Object.keys(change).length > 0) {
      serverIssues.current = []
      sync.change(change)
    }
    validate()
  }, [form, store, sync, validate])

  // Changes from another tab or a restored draft are shown here too: otherwise the next key press
  // would overwrite them.
  useEffect(
    () =>
      store.subscribe(() => {
        const { toFormValues } = latestOptions.current
        const freshValues = toFormValues(optimisticState(store.getState()))
        const changedEntries = Object.entries(freshValues).filter(
          ([name, value]) => !isSame(value, knownValues.current[name]),
        )
        if (changedEntries.length === 0) return
        knownValues.current = freshValues
        // Values that the server clears, such as the address of a digital permit, stay in the form.
        for (const [name, value] of changedEntries)
          if (!isSame(value, '')) form.setValue(name as Path<F>, value)
        validate()
      }),
    [form, store, validate],
  )

  useEffect(() => {
    const element = document.getElementById(latestOptions.current.id)
    if (!latestOptions.current.loadRules || !element) return undefined
    if (element.contains(document.activeElement)) void loadRulesAndValidate()
    element.addEventListener('focusin', loadRulesAndValidate, { once: true })
    return () => element.removeEventListener('focusin', loadRulesAndValidate)
  }, [loadRulesAndValidate])

  // The submit button of the mobile layout is outside the form and linked only by its id.
  useEffect(() => {
    for (const button of document.querySelectorAll(`[form="${latestOptions.current.id}"]`))
      button.setAttribute('aria-busy', `${isBusy}`)
  }, [isBusy])

  // Values typed before hydration are saved now.
  useEffect(() => {
    if (!isSame(typedValues, savedValues)) save()
  }, [save, typedValues, savedValues])

  const showField = (field: string) =>
    setShownFields(previous => (previous.has(field) ? previous : new Set(previous).add(field)))
  const fieldOf = options.fieldOf ?? ((control: string) => control)

  const hasAnswer = (field: string) =>
    Object.entries(form.getValues()).some(
      ([control, value]) => fieldOf(control) === field && String(value) !== '',
    )

  const register = (name: Path<F>) =>
    form.register(name, {
      onChange: save,
      onBlur: ({ relatedTarget }: BlurEvent) => {
        save()
        // Moving from day to month does not leave the date.
        const field = fieldOf(name)
        if (fieldOf(relatedTarget?.name ?? '') !== field && hasAnswer(field)) showField(field)
      },
    })

  const showIssues = (foundIssues: FieldIssue[], target: HTMLFormElement) => {
    // After an await React would batch these updates; `onInvalid` needs the errors on the page.
    flushSync(() => {
      setIssues(foundIssues)
      setShownFields(new Set(foundIssues.map(({ field }) => field)))
    })
    if (foundIssues.length > 0) requestAnimationFrame(() => options.onInvalid(target))
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busyRef.current) return
    const target = event.currentTarget
    const values = form.getValues()
    save()
    busyRef.current = true
    try {
      if (!options.issuesOf(values)) {
        setBusy(true)
        await loadRulesAndValidate()
      }
      const foundIssues = latestOptions.current.issuesOf(values) ?? []
      showIssues(foundIssues, target)
      if (foundIssues.length > 0) return
      setBusy(true)
      await options.onValid(values, issues => {
        serverIssues.current = issues
        showIssues(issues, target)
      })
    } finally {
      busyRef.current = false
      setBusy(false)
    }
  }

  /** Sets values and saves them, as if they were typed. */
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

/** Values typed into the form before hydration; they win over the saved ones. */
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
    // The empty option is no answer.
    if (Array.isArray(previous)) return formData.getAll(name).filter(value => value !== '')
    if (typeof previous === 'boolean') return formData.has(name)
    return formData.get(name) ?? previous
  }
  return Object.fromEntries(
    Object.entries(savedValues).map(([name, previous]) => [name, readValue(name, previous)]),
  ) as F
}

/** An error of the client rules wins over the server's error of the same field. */
const keepFirstPerField = (issues: FieldIssue[]): FieldIssue[] =>
  issues.filter(({ field }, index) => issues.findIndex(issue => issue.field === field) === index)

const findControls = (form: HTMLFormElement, name: string) =>
  [...form.elements].filter(
    (control): control is HTMLInputElement | HTMLSelectElement =>
      control.getAttribute('name') === name,
  )

/** Whether a control's value differs from the server-rendered one. */
function isDirty(control: HTMLInputElement | HTMLSelectElement): boolean {
  if ('options' in control)
    return [...control.options].some(option => option.selected !== option.defaultSelected)
  return control.checked !== control.defaultChecked || control.value !== control.defaultValue
}

const keepIfSame = (previous: FieldIssue[], next: FieldIssue[]): FieldIssue[] =>
  isSame(previous, next) ? previous : next
