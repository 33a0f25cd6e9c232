import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { useFieldValue, useStepForm } from '@/client/checkout/use-step-form'
import { acceptServerState } from '@/client/store/checkout-store'
import type { WireCheckout } from '@/contract/checkout'
import type { FieldIssue } from '@/domain/input/field-issue'
import { renderPart } from '../../../tests/support/render-part'
import { buildServedPage } from '../../../tests/support/served-page'

/** A driver's answers: one of each kind of control. */
interface Answers {
  name: string
  email: string
  born_day: string
  born_month: string
  consent: boolean
  gender: string
  destinations: string[]
}

type Step = Parameters<typeof useStepForm<Answers>>[0]

/** Requires a name, an @ in the email, and both or neither of day and month. */
function issuesOf({ name, email, born_day, born_month }: Answers): FieldIssue[] {
  return [
    ...(name ? [] : [{ field: 'name', message: 'name is missing' }]),
    ...(email.includes('@') ? [] : [{ field: 'email', message: 'email has no @' }]),
    ...(Boolean(born_day) === Boolean(born_month)
      ? []
      : [{ field: 'born', message: 'born has no day or no month' }]),
  ]
}

const step: Step = {
  id: 'step',
  toFormValues: ({ customer, destinations }) => ({
    name: customer.license_first_name,
    email: customer.email,
    born_day: customer.date_of_birth.split('/')[0] ?? '',
    born_month: customer.date_of_birth.split('/')[1] ?? '',
    consent: customer.email_consent,
    gender: customer.gender ?? '',
    destinations,
  }),
  toChange: ({ name, email, born_day, born_month, consent, gender, destinations }) => ({
    destinations,
    customer: {
      license_first_name: name,
      email,
      date_of_birth: `${born_day}/${born_month}`,
      email_consent: consent,
      gender: gender === 'male' || gender === 'female' ? gender : null,
    },
  }),
  issuesOf,
  fieldOf: control => control.replace(/^(born)_.+/, '$1'),
  onValid: async () => undefined,
  onInvalid: () => undefined,
}

function Form(overrides: Partial<Step>) {
  const form = useStepForm<Answers>({ ...step, ...overrides })
  const { register, submit, fill, values, errors } = form
  const email = useFieldValue(form, 'email')
  const { id } = step
  return (
    <>
      <form id={id} noValidate onSubmit={submit}>
        {(['name', 'email', 'born_day', 'born_month'] as const).map(name => (
          <input key={name} {...register(name)} aria-label={name} defaultValue={values[name]} />
        ))}
        <input
          {...register('consent')}
          aria-label="consent"
          type="checkbox"
          defaultChecked={values.consent}
        />
        {['male', 'female'].map(value => (
          <input
            key={value}
            {...register('gender')}
            aria-label={value}
            type="radio"
            value={value}
            defaultChecked={values.gender === value}
          />
        ))}
        <select
          {...register('destinations')}
          aria-label="destinations"
          multiple
          defaultValue={values.destinations}
        >
          <option value="it">Italy</option>
          <option value="jp">Japan</option>
        </select>
        <button type="submit">Go on</button>
        <button type="button" onClick={() => fill({ email: 'mended@example.com' })}>
          Mend
        </button>
      </form>
      <ul>
        {errors.map(({ field, message }) => (
          <li key={field}>{message}</li>
        ))}
      </ul>
      <p>{`mail goes to ${email}`}</p>
      <button type="submit" form={id}>
        Go on from below
      </button>
    </>
  )
}

const servedCheckout = buildServedPage().checkout
/** The sample checkout with other driver fields. */
const checkoutWith = (customer: Partial<WireCheckout['state']['customer']>): WireCheckout => ({
  ...servedCheckout,
  state: {
    ...servedCheckout.state,
    customer: { ...servedCheckout.state.customer, date_of_birth: '14/3', ...customer },
  },
})

type Page = Omit<NonNullable<Parameters<typeof renderPart>[1]>, 'checkout'>

const open = (
  overrides: Partial<Step> = {},
  customer: Partial<WireCheckout['state']['customer']> = {},
  page: Page = {},
) => {
  const part = renderPart(<Form {...overrides} />, { ...page, checkout: checkoutWith(customer) })
  return {
    ...part,
    /** Waits until the server has these driver fields. */
    isSaved: (customer: object) =>
      waitFor(() => expect(part.api.checkout().state.customer).toMatchObject(customer)),
    /** Another tab changes the driver. */
    changeElsewhere: (customer: Partial<WireCheckout['state']['customer']>) =>
      act(async () => acceptServerState(part.store, { ...checkoutWith(customer), version: 100 })),
    pressContinue: () => part.user.click(screen.getByRole('button', { name: 'Go on' })),
  }
}

const findControl = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const readErrors = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

/** The state of the submit buttons in the form and outside of it. */
const readBusy = () =>
  screen.getAllByRole('button', { name: /^Go on/ }).map(button => button.getAttribute('aria-busy'))

describe('an error', () => {
  it('appears on blur, not while typing', async () => {
    const { user } = open({}, { email: '' })
    await user.type(findControl('email'), 'ana')
    expect(readErrors()).toEqual([])
    await user.tab()
    expect(readErrors()).toEqual(['email has no @'])
  })

  it('disappears as soon as the value is valid, and returns with the next mistake', async () => {
    const { user } = open({}, { email: '' })
    await user.type(findControl('email'), 'ana')
    await user.tab()
    await user.type(findControl('email'), '@')
    expect(readErrors()).toEqual([])
    await user.clear(findControl('email'))
    expect(readErrors()).toEqual(['email has no @'])
  })

  it('does not appear at an empty field that is left', async () => {
    const { user } = open({}, { license_first_name: '', email: '' })
    await user.click(findControl('name'))
    await user.tab()
    await user.tab()
    expect(readErrors()).toEqual([])
  })

  it('of a field with several controls appears only when the last of them is left', async () => {
    const { user } = open({}, { date_of_birth: '/' })
    await user.type(findControl('born_day'), '14')
    await user.tab()
    expect(document.activeElement).toBe(findControl('born_month'))
    expect(readErrors()).toEqual([])
    await user.tab()
    expect(readErrors()).toEqual(['born has no day or no month'])
    await user.type(findControl('born_month'), '3')
    expect(readErrors()).toEqual([])
  })

  it('of every field appears on submit, and each disappears on its own', async () => {
    const onValid = vi.fn(async () => undefined)
    const { user, pressContinue } = open({ onValid }, { license_first_name: '', email: '' })
    await pressContinue()
    expect(readErrors()).toEqual(['name is missing', 'email has no @'])
    await user.type(findControl('name'), 'A')
    expect(readErrors()).toEqual(['email has no @'])
    expect(onValid).not.toHaveBeenCalled()
    await user.type(findControl('email'), 'a@b')
    await pressContinue()
    expect(onValid).toHaveBeenCalledOnce()
  })

  it('of a form that was posted without scripts is on the page from the start', async () => {
    const issues = [{ field: 'email', message: 'email has no @' }]
    const { user } = open({}, { email: 'ana' }, { issues })
    expect(readErrors()).toEqual(['email has no @'])
    await user.type(findControl('email'), '@')
    expect(readErrors()).toEqual([])
  })

  it('is on the page before the customer is led to it', async () => {
    let seenErrors: unknown
    const onInvalid = vi.fn(() => {
      seenErrors = readErrors()
    })
    const { pressContinue } = open({ onInvalid }, { email: '' })
    await pressContinue()
    await waitFor(() => expect(onInvalid).toHaveBeenCalledWith(document.getElementById('step')))
    expect(seenErrors).toEqual(['email has no @'])
  })

  it('that is absent leaves scroll position and focus unchanged', async () => {
    const onInvalid = vi.fn()
    const { pressContinue } = open({ onInvalid })
    await pressContinue()
    await act(() => new Promise(resolve => requestAnimationFrame(resolve)))
    expect(onInvalid).not.toHaveBeenCalled()
  })
})

describe('an answer', () => {
  it('of every control is saved on change', async () => {
    const { user, isSaved, api } = open({}, { email: '', gender: null })
    await user.type(findControl('email'), 'new@example.com')
    await user.click(findControl('consent'))
    await user.click(findControl('male'))
    await user.selectOptions(findControl('destinations'), ['it', 'jp'])
    await isSaved({ email: 'new@example.com', email_consent: true, gender: 'male' })
    await waitFor(() => expect(api.checkout().state.destinations).toEqual(['it', 'jp']))
  })

  it('is saved even if it is invalid', async () => {
    const { user, isSaved } = open()
    await user.clear(findControl('email'))
    await user.type(findControl('email'), 'half@')
    await isSaved({ email: 'half@' })
  })

  it('that fires only a blur event is saved then', async () => {
    const { isSaved } = open()
    Object.assign(findControl('email'), { value: 'filled@example.com' })
    fireEvent.blur(findControl('email'))
    await isSaved({ email: 'filled@example.com' })
  })

  it('that is unchanged is not saved', async () => {
    const { user, store } = open()
    await user.click(findControl('email'))
    await user.tab()
    expect(store.getState().dirty).toEqual({})
  })

  it('filled in for the customer is saved like a typed one', async () => {
    const { user, isSaved } = open()
    await user.click(screen.getByRole('button', { name: 'Mend' }))
    expect(findControl('email').value).toBe('mended@example.com')
    await isSaved({ email: 'mended@example.com' })
  })

  it('typed before hydration wins over the saved one', async () => {
    const { isSaved, api } = open(
      {},
      { email: 'old@example.com', gender: null },
      {
        beforeScripts: () => {
          findControl('email').value = 'typed@example.com'
          findControl('consent').checked = true
          findControl('female').checked = true
          for (const option of document.querySelectorAll('option')) option.selected = true
        },
      },
    )
    expect(findControl('email').value).toBe('typed@example.com')
    expect(findControl('female').checked).toBe(true)
    expect(screen.getByText('mail goes to typed@example.com')).toBeDefined()
    await isSaved({ email: 'typed@example.com', email_consent: true, gender: 'female' })
    await waitFor(() => expect(api.checkout().state.destinations).toEqual(['it', 'jp']))
  })

  it('untouched before hydration is the saved one, and is not saved again', async () => {
    const { store } = open({}, { email: 'old@example.com' }, { beforeScripts: () => undefined })
    expect(findControl('email').value).toBe('old@example.com')
    expect(findControl('female').checked).toBe(true)
    expect(store.getState().dirty).toEqual({})
  })

  it('changed in another tab is shown, validated, and not overwritten by the next key press', async () => {
    const { user, changeElsewhere, store } = open({}, { email: 'old@example.com' })
    await user.type(findControl('name'), '!')
    await changeElsewhere({ email: 'other', license_first_name: 'Ana', gender: 'male' })
    expect(findControl('email').value).toBe('other')
    expect(findControl('male').checked).toBe(true)
    expect(screen.getByText('mail goes to other')).toBeDefined()
    await user.type(findControl('name'), '?')
    expect(store.getState().dirty).toEqual({ customer: { license_first_name: 'Ana!?' } })
  })

  it('saved by another tab is read from the server and shown', async () => {
    const { api } = open({}, { email: 'old@example.com' })
    api.addAnswers({
      'GET checkout/': () => ({ ...checkoutWith({ email: 'other@tab' }), version: 9 }),
    })
    const otherTab = new BroadcastChannel('checkout')
    otherTab.postMessage({ version: 9 })
    await waitFor(() => expect(findControl('email').value).toBe('other@tab'))
    otherTab.close()
  })

  it('cleared by the server stays in the form', async () => {
    const { changeElsewhere } = open({}, { email: 'ana@example.com' })
    await changeElsewhere({ email: '' })
    expect(findControl('email').value).toBe('ana@example.com')
  })
})

describe('a submitted form', () => {
  it('continues once if it is submitted twice', async () => {
    let finish: () => void = () => undefined
    const onValid = vi.fn(() => new Promise<void>(resolve => (finish = resolve)))
    const { pressContinue } = open({ onValid })
    await pressContinue()
    await pressContinue()
    fireEvent.submit(document.getElementById('step') as HTMLFormElement)
    expect(onValid).toHaveBeenCalledOnce()
    await act(async () => finish())
    await pressContinue()
    expect(onValid).toHaveBeenCalledTimes(2)
  })

  it('makes its buttons busy until it is done, also those outside of the form', async () => {
    let finish: () => void = () => undefined
    const { pressContinue } = open({ onValid: () => new Promise(resolve => (finish = resolve)) })
    expect(readBusy()).toEqual([null, null])
    await pressContinue()
    await waitFor(() => expect(readBusy()).toEqual(['true', 'true']))
    expect(screen.getByRole('button', { name: 'Mend' }).getAttribute('aria-busy')).toBeNull()
    await act(async () => finish())
    await waitFor(() => expect(readBusy()).toEqual([null, null]))
  })

  it('continues with the last typed value', async () => {
    const onValid = vi.fn(async () => undefined)
    const { user, isSaved } = open({ onValid })
    await user.clear(findControl('email'))
    await user.type(findControl('email'), 'last@example.com{Enter}')
    expect(onValid).toHaveBeenCalledWith(
      expect.objectContaining({ email: 'last@example.com' }),
      expect.anything(),
    )
    await isSaved({ email: 'last@example.com' })
  })

  it('refused by the server shows the error at the field until an answer changes', async () => {
    const serverIssue = { field: 'email', message: 'email is known to bounce' }
    const onInvalid = vi.fn()
    const onValid: Step['onValid'] = async (_, showIssues) => showIssues([serverIssue])
    const { user, pressContinue } = open({ onValid, onInvalid })
    await pressContinue()
    expect(readErrors()).toEqual([serverIssue.message])
    await waitFor(() => expect(onInvalid).toHaveBeenCalledOnce())
    await user.click(findControl('email'))
    await user.tab()
    expect(readErrors()).toEqual([serverIssue.message])
    await user.type(findControl('email'), 'x')
    expect(readErrors()).toEqual([])
  })

  it('can be submitted again after a failure', async () => {
    const failingSubmit = vi.fn(async () => undefined)
    failingSubmit.mockRejectedValueOnce(new Error('no network'))
    const failures: unknown[] = []
    const { pressContinue } = open({
      onValid: () => failingSubmit().catch(error => void failures.push(error)),
    })
    await pressContinue()
    expect(failures).toHaveLength(1)
    expect(readBusy()).toEqual([null, null])
    await pressContinue()
    expect(failingSubmit).toHaveBeenCalledTimes(2)
  })
})

describe('validation rules loaded on first use', () => {
  /** Rules that load until the test resolves or rejects them. */
  const pendingRules = () => {
    let resolveRules: () => void = () => undefined
    let rejectRules: () => void = () => undefined
    let areLoaded = false
    const loading = new Promise<void>((resolve, reject) => {
      resolveRules = () => {
        areLoaded = true
        resolve()
      }
      rejectRules = () => reject(new Error('no such file'))
    })
    return {
      rules: {
        issuesOf: (values: Answers) => (areLoaded ? issuesOf(values) : undefined),
        loadRules: vi.fn(() => loading),
      },
      resolveRules: () => act(async () => resolveRules()),
      rejectRules: () => act(async () => rejectRules()),
    }
  }

  it('are loaded by the first focused field, and validate it when they arrive', async () => {
    const { rules, resolveRules } = pendingRules()
    const { user } = open(rules, { email: '' })
    expect(rules.loadRules).not.toHaveBeenCalled()
    await user.type(findControl('email'), 'ana')
    await user.tab()
    expect(rules.loadRules).toHaveBeenCalledOnce()
    expect(readErrors()).toEqual([])
    await resolveRules()
    expect(readErrors()).toEqual(['email has no @'])
  })

  it('are loaded immediately if a field has the focus before hydration', async () => {
    const { rules, resolveRules } = pendingRules()
    open(rules, {}, { beforeScripts: () => findControl('email').focus() })
    expect(rules.loadRules).toHaveBeenCalledOnce()
    await resolveRules()
  })

  it('are awaited by a submitted form, which is busy meanwhile', async () => {
    const { rules, resolveRules } = pendingRules()
    const onValid = vi.fn(async () => undefined)
    const { user, pressContinue } = open({ ...rules, onValid }, { email: '' })
    await pressContinue()
    await waitFor(() => expect(readBusy()).toEqual(['true', 'true']))
    expect(onValid).not.toHaveBeenCalled()
    await resolveRules()
    await waitFor(() => expect(readErrors()).toEqual(['email has no @']))
    await waitFor(() => expect(readBusy()).toEqual([null, null]))
    await user.type(findControl('email'), '@')
    await pressContinue()
    await waitFor(() => expect(onValid).toHaveBeenCalledOnce())
  })

  it('that fail to load leave validation to the server', async () => {
    const { rules, rejectRules } = pendingRules()
    const onValid = vi.fn(async () => undefined)
    const { pressContinue } = open({ ...rules, onValid }, { license_first_name: '', email: '' })
    await pressContinue()
    await rejectRules()
    await waitFor(() => expect(onValid).toHaveBeenCalledOnce())
    expect(readErrors()).toEqual([])
  })
})
