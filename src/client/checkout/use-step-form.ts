import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  useForm,
} from 'react-hook-form'
import { useBeforePaint } from '@/client/browser/isomorphic-layout-effect'
import { useCheckoutStore, usePage, useSync } from '@/client/checkout/checkout-provider'
import { visibleState } from '@/client/store/checkout-store'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { applyChange, difference, isSame, type StateChange } from '@/domain/checkout/state-change'
import type { FieldIssue } from '@/domain/input/field-issue'

interface StepForm<F extends FieldValues> {
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
   * Goes on, once at a time; called with values in which nothing wrong was found. `refuse` shows what the
   * server finds, like the rest.
   */
  onRight: (values: F, refuse: (issues: FieldIssue[]) => void) => Promise<void>
  /** Shows the customer where to look; called once the errors are on the page. */
  onWrong: (form: HTMLFormElement) => void
}

/**
 * A step's form: real inputs that work before scripts, saved on change and blur, with errors that show
 * when a field was left filled or the form was sent, and go the moment they are mended.
 */
export function useStepForm<F extends FieldValues>(step: StepForm<F>) {
  const store = useCheckoutStore()
  const sync = useSync()
  const page = usePage()
  const [saved] = useState(() => step.valuesOf(visibleState(store.getState())))
  const typed = useTyped(step.id, saved)
  const form = useForm<F>({ defaultValues: typed as DefaultValues<F> })
  // Read while its inputs are registered one by one, a group of radios would fall back to the served one.
  useBeforePaint(() => {
    for (const [name, value] of Object.entries(typed)) form.setValue(name as Path<F>, value)
    setFollowing(true)
  }, [form, typed])
  // What is shown of the values must first be what the server showed: only then is the page taken over as it is.
  const [isFollowing, setFollowing] = useState(false)
  const watch = <N extends Path<F>>(name: N) =>
    isFollowing ? form.watch(name) : (saved[name] as PathValue<F, N>)
  const [issues, setIssues] = useState<FieldIssue[]>(page.issues)
  const [shown, setShown] = useState(() => new Set(page.issues.map(({ field }) => field)))
  const [isBusy, setBusy] = useState(false)
  const busy = useRef(false)
  const latest = useRef(step)
  latest.current = step

  /** What the checkout holds, as the form last saw it. */
  const known = useRef(saved)

  /** What the server has found in answers that have not changed since. */
  const refused = useRef<FieldIssue[]>([])

  const judge = useCallback(() => {
    const found = latest.current.issuesOf(form.getValues())
    if (found)
      setIssues(before => unlessSame(before, oneForEachField([...found, ...refused.current])))
  }, [form])

  /** Rules that do not come leave the judging to the server. */
  const prepare = useCallback(async () => {
    await latest.current.loadRules?.().then(judge, () => undefined)
  }, [judge])

  const save = useCallback(() => {
    const values = form.getValues()
    const { valuesOf, changeOf } = latest.current
    const state = visibleState(store.getState())
    const change = difference(state, changeOf(values))
    // Known before it is told: the form does not follow itself.
    known.current = valuesOf(applyChange(state, change))
    if (Object.keys(change).length > 0) {
      refused.current = []
      sync.change(change)
    }
    judge()
  }, [form, store, sync, judge])

  // What changes elsewhere, in another tab or by what was kept over a reload, is shown here too: an input
  // left behind would take it back with the next key pressed.
  useEffect(
    () =>
      store.subscribe(() => {
        const { valuesOf } = latest.current
        const fresh = valuesOf(visibleState(store.getState()))
        const news = Object.entries(fresh).filter(
          ([name, value]) => !isSame(value, known.current[name]),
        )
        if (news.length === 0) return
        known.current = fresh
        // What the server lets go of, such as the address of a digital permit, the form keeps.
        for (const [name, value] of news)
          if (!isSame(value, '')) form.setValue(name as Path<F>, value)
        judge()
      }),
    [form, store, judge],
  )

  useEffect(() => {
    const element = document.getElementById(latest.current.id)
    if (!latest.current.loadRules || !element) return undefined
    if (element.contains(document.activeElement)) void prepare()
    element.addEventListener('focusin', prepare, { once: true })
    return () => element.removeEventListener('focusin', prepare)
  }, [prepare])

  // The button of a phone stands outside the form, and knows of it by its id alone.
  useEffect(() => {
    for (const button of document.querySelectorAll(`[form="${latest.current.id}"]`))
      button.setAttribute('aria-busy', `${isBusy}`)
  }, [isBusy])

  // What was typed before the scripts came is saved as if it were typed now.
  useEffect(() => {
    if (!isSame(typed, saved)) save()
  }, [save, typed, saved])

  const show = (field: string) =>
    setShown(before => (before.has(field) ? before : new Set(before).add(field)))
  const fieldOf = step.fieldOf ?? ((control: string) => control)

  const isAnswered = (field: string) =>
    Object.entries(form.getValues()).some(
      ([control, value]) => fieldOf(control) === field && String(value) !== '',
    )

  const register = (name: Path<F>) =>
    form.register(name, {
      onChange: save,
      onBlur: ({ relatedTarget }: Left) => {
        save()
        // From day to month, the date is not left yet.
        const field = fieldOf(name)
        if (fieldOf(relatedTarget?.name ?? '') !== field && isAnswered(field)) show(field)
      },
    })

  const tell = (found: FieldIssue[], target: HTMLFormElement) => {
    // After a wait for rules or the server, React would take its time to show them.
    flushSync(() => {
      setIssues(found)
      setShown(new Set(found.map(({ field }) => field)))
    })
    if (found.length > 0) requestAnimationFrame(() => step.onWrong(target))
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy.current) return
    const target = event.currentTarget
    const values = form.getValues()
    save()
    busy.current = true
    try {
      if (!step.issuesOf(values)) {
        setBusy(true)
        await prepare()
      }
      const found = latest.current.issuesOf(values) ?? []
      tell(found, target)
      if (found.length > 0) return
      setBusy(true)
      await step.onRight(values, issues => {
        refused.current = issues
        tell(issues, target)
      })
    } finally {
      busy.current = false
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
    judge,
    isBusy,
    values: saved,
    watch,
    getValues: form.getValues,
    setValue: form.setValue,
    errors: issues.filter(({ field }) => shown.has(field)),
  }
}

interface Left {
  relatedTarget?: { name?: string } | null
}

/** What stands in the form already: typed before the scripts came, it counts more than what was saved. */
function useTyped<F extends FieldValues>(id: string, saved: F): F {
  const [typed] = useState(() => {
    if (typeof document === 'undefined') return saved
    const form = document.getElementById(id)
    return form instanceof HTMLFormElement ? typedIn(form, saved) : saved
  })
  return typed
}

function typedIn<F extends FieldValues>(form: HTMLFormElement, saved: F): F {
  const data = new FormData(form)
  const read = (name: string, before: unknown) => {
    if (!controlsOf(form, name).some(isTouched)) return before
    // The option that stands for none of them is no answer.
    if (Array.isArray(before)) return data.getAll(name).filter(value => value !== '')
    if (typeof before === 'boolean') return data.has(name)
    return data.get(name) ?? before
  }
  return Object.fromEntries(
    Object.entries(saved).map(([name, before]) => [name, read(name, before)]),
  ) as F
}

/** What the rules find of a field counts before what the server has found of it. */
const oneForEachField = (issues: FieldIssue[]): FieldIssue[] =>
  issues.filter(({ field }, at) => issues.findIndex(one => one.field === field) === at)

const controlsOf = (form: HTMLFormElement, name: string) =>
  [...form.elements].filter(
    (control): control is HTMLInputElement | HTMLSelectElement =>
      control.getAttribute('name') === name,
  )

/** Whether a control holds something else than the server gave it. */
function isTouched(control: HTMLInputElement | HTMLSelectElement): boolean {
  if ('options' in control)
    return [...control.options].some(option => option.selected !== option.defaultSelected)
  return control.checked !== control.defaultChecked || control.value !== control.defaultValue
}

const unlessSame = (before: FieldIssue[], after: FieldIssue[]): FieldIssue[] =>
  isSame(before, after) ? before : after
