import {
  type FormEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useInsertionEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { useIsomorphicLayoutEffect } from '@/client/browser/isomorphic-layout-effect'
import { useSubmitFormOnce } from '@/client/browser/use-submit-once'
import { useCheckoutStore, usePage, useSync } from '@/client/checkout/checkout-provider'
import { readTypedValues } from '@/client/checkout/typed-values'
import { usePreload } from '@/client/checkout/use-preload'
import { optimisticState } from '@/client/store/checkout-store'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { difference, isSame, type StateChange } from '@/domain/checkout/state-change'
import type { FieldAdvice, FieldIssue } from '@/domain/input/field-issue'

interface StepFormOptions<F extends FieldValues> {
  /** Id of the form element; controls outside it use it as `form`. */
  id: string
  /** The form's values from the saved state. */
  toFormValues: (state: CheckoutState) => F
  /** The errors that prevent continuing; undefined while the rules are not loaded. */
  issuesOf: (values: F) => FieldIssue[] | undefined
  /** Advice about valid answers: Continue stops once for each, and then accepts the answer. */
  adviceOf?: (values: F) => FieldAdvice[]
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
  /** Whether Continue checks a field, in a form that asks its questions in parts. */
  isAsked?: (field: string) => boolean
  /** Asks the next questions; false if all were asked. */
  askNext?: () => boolean
  /** Leads the customer to the errors or the advice; called once they are on the page. */
  onInvalid: (form: HTMLFormElement) => void
}

/**
 * A step's form: uncontrolled inputs that work before hydration, saved on change and blur. Errors
 * show when a filled field is left or the form is submitted, and disappear once the value is valid.
 *
 * React Hook Form holds the values. Its errors belong to one control each and have no order; these
 * belong to fields of several controls, and are listed in the order of the page.
 */
export function useStepForm<F extends FieldValues>(options: StepFormOptions<F>) {
  const { id, toFormValues, issuesOf, loadRules, toChange, onValid, onInvalid } = options
  const { isAsked = () => true, askNext = () => false, adviceOf = noAdvice } = options
  const fieldOf = options.fieldOf ?? ((control: string) => control)
  const store = useCheckoutStore()
  const sync = useSync()
  const page = usePage()
  const { submitOnce, isSubmitting } = useSubmitFormOnce(id)
  const [savedState] = useState(() => optimisticState(store.getState()))
  const [savedValues] = useState(() => toFormValues(savedState))
  const form = useForm<F>({ defaultValues: savedValues as DefaultValues<F> })
  const [issues, setIssues] = useState<FieldIssue[]>(page.issues)
  const [shownFields, setShownFields] = useState(
    () => new Set(page.issues.map(({ field }) => field)),
  )
  const [advice, setAdvice] = useState(() => adviceOf(savedValues))
  /** The field being typed in: it has no advice yet. */
  const [typedField, setTypedField] = useState<string>()
  /** The advice that has stopped Continue. */
  const [stops, setStops] = useState<FieldAdvice[]>([])
  const seenAdvice = useRef(new Set<string>())
  /** The checkout that the form last took over. */
  const knownState = useRef(savedState)
  /** The form itself changes the checkout. */
  const isSaving = useRef(false)
  /** Errors from the server, for answers that have not changed since. */
  const serverIssues = useRef<FieldIssue[]>([])

  const showValues = useCallback(
    (values: Partial<F>) => {
      for (const [name, value] of Object.entries(values)) form.setValue(name as Path<F>, value)
    },
    [form],
  )
  /** The values as the customer left them before hydration. */
  const typedValues = useRef(savedValues)
  // Hydration may take a while and leaves the controls alone until it is complete. Then RHF sets
  // each control to its own value: so it gets the typed ones here, before that.
  useInsertionEffect(() => {
    typedValues.current = readTypedValues(id, savedValues)
    showValues(typedValues.current)
  }, [id, savedValues, showValues])
  // RHF resets radio groups to the default value while registering.
  useIsomorphicLayoutEffect(() => showValues(typedValues.current), [showValues])

  const validate = () => {
    const values = form.getValues()
    const foundIssues = issuesOf(values)
    setAdvice(previous => keepIfSame(previous, adviceOf(values)))
    if (foundIssues)
      setIssues(previous =>
        keepIfSame(previous, keepFirstPerField([...foundIssues, ...serverIssues.current])),
      )
  }

  /** If the rules fail to load, the server validates. */
  const loadRulesAndValidate = async () => {
    await loadRules?.().then(validate, () => undefined)
  }

  const save = () => {
    const change = difference(optimisticState(store.getState()), toChange(form.getValues()))
    if (Object.keys(change).length > 0) {
      serverIssues.current = []
      isSaving.current = true
      sync.change(change)
      isSaving.current = false
    }
    validate()
  }

  // Changes from another tab or a restored draft are shown here too: otherwise the next key press
  // would overwrite them.
  const followStore = useEffectEvent(() => {
    const state = optimisticState(store.getState())
    const previousState = knownState.current
    knownState.current = state
    if (isSaving.current || state === previousState) return
    const previousValues = toFormValues(previousState)
    const changedEntries = Object.entries(toFormValues(state)).filter(
      ([name, value]) => !isSame(value, previousValues[name]),
    )
    if (changedEntries.length === 0) return
    // Values that the server clears, such as the address of a digital permit, stay in the form.
    showValues(Object.fromEntries(changedEntries.filter(([, value]) => value !== '')) as Partial<F>)
    validate()
  })
  useEffect(() => store.subscribe(() => followStore()), [store])

  const hasLazyRules = loadRules !== undefined
  const areRulesRequested = useRef(false)
  const requestRules = useEffectEvent(() => {
    if (!areRulesRequested.current) void loadRulesAndValidate()
    areRulesRequested.current = true
  })
  useEffect(() => {
    const element = document.getElementById(id)
    if (!hasLazyRules || !element) return undefined
    if (element.contains(document.activeElement)) requestRules()
    element.addEventListener('focusin', requestRules, { once: true })
    return () => element.removeEventListener('focusin', requestRules)
  }, [id, hasLazyRules])

  usePreload(() => hasLazyRules && requestRules())

  const saveTypedValues = useEffectEvent(save)
  useEffect(() => {
    if (!isSame(typedValues.current, savedValues)) saveTypedValues()
  }, [savedValues])

  const showField = (field: string) =>
    setShownFields(previous => (previous.has(field) ? previous : new Set(previous).add(field)))

  const hasAnswer = (field: string) =>
    Object.entries(form.getValues()).some(
      ([control, value]) => fieldOf(control) === field && String(value) !== '',
    )

  const adviceAbout = (field: string): ShownAdvice | undefined => {
    const shownAdvice = advice.find(item => item.field === field && field !== typedField)
    return shownAdvice && { ...shownAdvice, isStop: stops.some(item => isSame(item, shownAdvice)) }
  }

  const register = (name: Path<F>) => ({
    ...form.register(name, {
      onChange: () => {
        setTypedField(fieldOf(name))
        save()
      },
      onBlur: ({ relatedTarget }: BlurEvent) => {
        setTypedField(undefined)
        save()
        // Moving from day to month does not leave the date.
        const field = fieldOf(name)
        if (fieldOf(relatedTarget?.name ?? '') !== field && hasAnswer(field)) showField(field)
      },
    }),
    'data-advised': adviceAbout(fieldOf(name))?.isStop || undefined,
  })

  const showIssues = (foundIssues: FieldIssue[], target: HTMLFormElement) => {
    if (foundIssues.length === 0 && issues.length === 0) return
    // After an await React would batch these updates; `onInvalid` needs the errors on the page.
    flushSync(() => {
      setIssues(foundIssues)
      setStops([])
      setShownFields(new Set(foundIssues.map(({ field }) => field)))
    })
    if (foundIssues.length > 0) requestAnimationFrame(() => onInvalid(target))
  }

  /** Leads to advice that has not stopped Continue before; false without any. */
  const stopForAdvice = (target: HTMLFormElement): boolean => {
    const foundAdvice = adviceOf(form.getValues())
    const newAdvice = foundAdvice.filter(
      item => isAsked(item.field) && !seenAdvice.current.has(JSON.stringify(item)),
    )
    if (newAdvice.length === 0 && stops.length === 0) return false
    flushSync(() => {
      setAdvice(foundAdvice)
      setTypedField(undefined)
      setStops(newAdvice)
    })
    for (const item of newAdvice) seenAdvice.current.add(JSON.stringify(item))
    if (newAdvice.length > 0) requestAnimationFrame(() => onInvalid(target))
    return newAdvice.length > 0
  }

  const validateAndContinue = async (target: HTMLFormElement) => {
    const values = form.getValues()
    save()
    if (!issuesOf(values)) await loadRulesAndValidate()
    const foundIssues = (issuesOf(values) ?? []).filter(({ field }) => isAsked(field))
    showIssues(foundIssues, target)
    if (foundIssues.length > 0 || stopForAdvice(target) || askNext()) return
    await onValid(values, issues => {
      serverIssues.current = issues
      showIssues(issues, target)
    })
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget } = event
    return submitOnce(() => validateAndContinue(currentTarget))
  }

  /** Sets values and saves them, as if they were typed. */
  const fill = (values: Partial<F>) => {
    showValues(values)
    save()
  }

  return {
    subscribe: form.subscribe,
    register,
    submit,
    fill,
    /** Sets values without saving them. */
    showValues,
    validate,
    isSubmitting,
    values: savedValues,
    getValues: form.getValues,
    errors: issues.filter(({ field }) => shownFields.has(field)),
    adviceAbout,
  }
}

/** Advice as a field shows it. */
export interface ShownAdvice extends FieldAdvice {
  /** It has stopped Continue, which now accepts the answer. */
  isStop: boolean
}

/** The value of a control; at first the saved one, because hydration needs the server's HTML. */
export function useFieldValue<F extends FieldValues, N extends Path<F>>(
  { subscribe, getValues, values }: FormValues<F>,
  name: N,
): PathValue<F, N> {
  const subscribeToValue = useCallback(
    (callback: () => void) => subscribe({ name, formState: { values: true }, callback }),
    [subscribe, name],
  )
  return useSyncExternalStore(
    subscribeToValue,
    () => getValues(name),
    () => values[name],
  )
}

type FormValues<F extends FieldValues> = Pick<UseFormReturn<F>, 'subscribe' | 'getValues'> & {
  values: F
}

interface BlurEvent {
  relatedTarget?: { name?: string } | null
}

/** An error of the client rules wins over the server's error of the same field. */
const keepFirstPerField = (issues: FieldIssue[]): FieldIssue[] =>
  issues.filter(({ field }, index) => issues.findIndex(issue => issue.field === field) === index)

const noAdvice = (): FieldAdvice[] => []

const keepIfSame = <T>(previous: T[], next: T[]): T[] => (isSame(previous, next) ? previous : next)
