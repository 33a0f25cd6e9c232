import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { useStepForm } from '@/client/checkout/use-step-form'
import { adopt } from '@/client/store/checkout-store'
import type { WireCheckout } from '@/contract/checkout'
import type { FieldIssue } from '@/domain/input/field-issue'
import { renderPart } from '../../../tests/support/render-part'
import { servedPage } from '../../../tests/support/served-page'

/** Some answers of a driver: of every kind of control, one. */
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

/** A name is needed, an address has an @, and somebody is born on a day of a month. */
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
  valuesOf: ({ customer, destinations }) => ({
    name: customer.license_first_name,
    email: customer.email,
    born_day: customer.date_of_birth.split('/')[0] ?? '',
    born_month: customer.date_of_birth.split('/')[1] ?? '',
    consent: customer.email_consent,
    gender: customer.gender ?? '',
    destinations,
  }),
  changeOf: ({ name, email, born_day, born_month, consent, gender, destinations }) => ({
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
  onRight: async () => undefined,
  onWrong: () => undefined,
}

function Form(own: Partial<Step>) {
  const { id, register, submit, fill, watch, values, errors, isBusy } = {
    ...step,
    ...useStepForm<Answers>({ ...step, ...own }),
  }
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
      <p>{isBusy ? 'busy' : 'idle'}</p>
      <p>{`mail goes to ${watch('email')}`}</p>
      <button type="submit" form={id}>
        Go on from below
      </button>
    </>
  )
}

const served = servedPage().checkout
/** The sample checkout, with other answers of its driver. */
const answered = (customer: Partial<WireCheckout['state']['customer']>): WireCheckout => ({
  ...served,
  state: {
    ...served.state,
    customer: { ...served.state.customer, date_of_birth: '14/3', ...customer },
  },
})

type Page = Omit<NonNullable<Parameters<typeof renderPart>[1]>, 'checkout'>

const open = (
  own: Partial<Step> = {},
  customer: Partial<WireCheckout['state']['customer']> = {},
  page: Page = {},
) => {
  const part = renderPart(<Form {...own} />, { ...page, checkout: answered(customer) })
  return {
    ...part,
    /** Waits until the server has these answers of the driver. */
    isSaved: (customer: object) =>
      waitFor(() => expect(part.api.checkout().state.customer).toMatchObject(customer)),
    /** The driver is changed by another tab. */
    changeElsewhere: (customer: Partial<WireCheckout['state']['customer']>) =>
      act(async () => adopt(part.store, { ...answered(customer), version: 100 })),
    goOn: () => part.user.click(screen.getByRole('button', { name: 'Go on' })),
  }
}

const control = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const errors = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

describe('an error', () => {
  it('appears when its field is left, not while it is typed', async () => {
    const { user } = open({}, { email: '' })
    await user.type(control('email'), 'ana')
    expect(errors()).toEqual([])
    await user.tab()
    expect(errors()).toEqual(['email has no @'])
  })

  it('goes as soon as it is mended, and comes back with the next mistake', async () => {
    const { user } = open({}, { email: '' })
    await user.type(control('email'), 'ana')
    await user.tab()
    await user.type(control('email'), '@')
    expect(errors()).toEqual([])
    await user.clear(control('email'))
    expect(errors()).toEqual(['email has no @'])
  })

  it('does not appear at a field that is passed without an answer', async () => {
    const { user } = open({}, { license_first_name: '', email: '' })
    await user.click(control('name'))
    await user.tab()
    await user.tab()
    expect(errors()).toEqual([])
  })

  it('of a field with several controls appears only once the last of them is left', async () => {
    const { user } = open({}, { date_of_birth: '/' })
    await user.type(control('born_day'), '14')
    await user.tab()
    expect(document.activeElement).toBe(control('born_month'))
    expect(errors()).toEqual([])
    await user.tab()
    expect(errors()).toEqual(['born has no day or no month'])
    await user.type(control('born_month'), '3')
    expect(errors()).toEqual([])
  })

  it('of every field appears when the form is sent, and each goes by itself', async () => {
    const onRight = vi.fn(async () => undefined)
    const { user, goOn } = open({ onRight }, { license_first_name: '', email: '' })
    await goOn()
    expect(errors()).toEqual(['name is missing', 'email has no @'])
    await user.type(control('name'), 'A')
    expect(errors()).toEqual(['email has no @'])
    expect(onRight).not.toHaveBeenCalled()
    await user.type(control('email'), 'a@b')
    await goOn()
    expect(onRight).toHaveBeenCalledOnce()
  })

  it('of a form that was sent without scripts is on the page at once', async () => {
    const issues = [{ field: 'email', message: 'email has no @' }]
    const { user } = open({}, { email: 'ana' }, { issues })
    expect(errors()).toEqual(['email has no @'])
    await user.type(control('email'), '@')
    expect(errors()).toEqual([])
  })

  it('is shown to the customer once it is on the page', async () => {
    let seen: unknown
    const onWrong = vi.fn(() => {
      seen = errors()
    })
    const { goOn } = open({ onWrong }, { email: '' })
    await goOn()
    await waitFor(() => expect(onWrong).toHaveBeenCalledWith(document.getElementById('step')))
    expect(seen).toEqual(['email has no @'])
  })

  it('that is absent leaves the view and the focus where they are', async () => {
    const onWrong = vi.fn()
    const { goOn } = open({ onWrong })
    await goOn()
    await act(() => new Promise(resolve => requestAnimationFrame(resolve)))
    expect(onWrong).not.toHaveBeenCalled()
  })
})

describe('an answer', () => {
  it('of every kind is saved as it is given', async () => {
    const { user, isSaved, api } = open({}, { email: '', gender: null })
    await user.type(control('email'), 'new@example.com')
    await user.click(control('consent'))
    await user.click(control('male'))
    await user.selectOptions(control('destinations'), ['it', 'jp'])
    await isSaved({ email: 'new@example.com', email_consent: true, gender: 'male' })
    await waitFor(() => expect(api.checkout().state.destinations).toEqual(['it', 'jp']))
  })

  it('that is wrong is saved too', async () => {
    const { user, isSaved } = open()
    await user.clear(control('email'))
    await user.type(control('email'), 'half@')
    await isSaved({ email: 'half@' })
  })

  it('that tells the form only when it is left is saved then', async () => {
    const { isSaved } = open()
    Object.assign(control('email'), { value: 'filled@example.com' })
    fireEvent.blur(control('email'))
    await isSaved({ email: 'filled@example.com' })
  })

  it('that is as it was needs no saving', async () => {
    const { user, store } = open()
    await user.click(control('email'))
    await user.tab()
    expect(store.getState().dirty).toEqual({})
  })

  it('that is filled in for the customer is saved like a typed one', async () => {
    const { user, isSaved } = open()
    await user.click(screen.getByRole('button', { name: 'Mend' }))
    expect(control('email').value).toBe('mended@example.com')
    await isSaved({ email: 'mended@example.com' })
  })

  it('given before the scripts come wins over the saved one', async () => {
    const { isSaved, api } = open(
      {},
      { email: 'old@example.com', gender: null },
      {
        beforeScripts: () => {
          control('email').value = 'typed@example.com'
          control('consent').checked = true
          control('female').checked = true
          for (const option of document.querySelectorAll('option')) option.selected = true
        },
      },
    )
    expect(control('email').value).toBe('typed@example.com')
    expect(control('female').checked).toBe(true)
    expect(screen.getByText('mail goes to typed@example.com')).toBeDefined()
    await isSaved({ email: 'typed@example.com', email_consent: true, gender: 'female' })
    await waitFor(() => expect(api.checkout().state.destinations).toEqual(['it', 'jp']))
  })

  it('that nothing was typed over is the saved one, and is not saved again', async () => {
    const { store } = open({}, { email: 'old@example.com' }, { beforeScripts: () => undefined })
    expect(control('email').value).toBe('old@example.com')
    expect(control('female').checked).toBe(true)
    expect(store.getState().dirty).toEqual({})
  })

  it('changed in another tab is shown, judged, and not taken back with the next key', async () => {
    const { user, changeElsewhere, store } = open({}, { email: 'old@example.com' })
    await user.type(control('name'), '!')
    await changeElsewhere({ email: 'other', license_first_name: 'Ana', gender: 'male' })
    expect(control('email').value).toBe('other')
    expect(control('male').checked).toBe(true)
    expect(screen.getByText('mail goes to other')).toBeDefined()
    await user.type(control('name'), '?')
    expect(store.getState().dirty).toEqual({ customer: { license_first_name: 'Ana!?' } })
  })

  it('that another tab has saved is read from the server, and shown', async () => {
    const { api } = open({}, { email: 'old@example.com' })
    api.answer({ 'GET checkout/': () => ({ ...answered({ email: 'other@tab' }), version: 9 }) })
    const other = new BroadcastChannel('checkout')
    other.postMessage({ version: 9 })
    await waitFor(() => expect(control('email').value).toBe('other@tab'))
    other.close()
  })

  it('that the server lets go of stays in the form', async () => {
    const { changeElsewhere } = open({}, { email: 'ana@example.com' })
    await changeElsewhere({ email: '' })
    expect(control('email').value).toBe('ana@example.com')
  })
})

describe('a form that is sent', () => {
  it('twice at once goes on once', async () => {
    let finish: () => void = () => undefined
    const onRight = vi.fn(() => new Promise<void>(resolve => (finish = resolve)))
    const { goOn } = open({ onRight })
    await goOn()
    await goOn()
    fireEvent.submit(document.getElementById('step') as HTMLFormElement)
    expect(onRight).toHaveBeenCalledOnce()
    await act(async () => finish())
    await goOn()
    expect(onRight).toHaveBeenCalledTimes(2)
  })

  it('makes its buttons busy until it is done, also those outside of it', async () => {
    let finish: () => void = () => undefined
    const { goOn } = open({ onRight: () => new Promise(resolve => (finish = resolve)) })
    const below = screen.getByRole('button', { name: 'Go on from below' })
    expect(below.getAttribute('aria-busy')).toBe('false')
    await goOn()
    await screen.findByText('busy')
    expect(below.getAttribute('aria-busy')).toBe('true')
    await act(async () => finish())
    await screen.findByText('idle')
    expect(below.getAttribute('aria-busy')).toBe('false')
  })

  it('goes on with what was typed last', async () => {
    const onRight = vi.fn(async () => undefined)
    const { user, isSaved } = open({ onRight })
    await user.clear(control('email'))
    await user.type(control('email'), 'last@example.com{Enter}')
    expect(onRight).toHaveBeenCalledWith(
      expect.objectContaining({ email: 'last@example.com' }),
      expect.anything(),
    )
    await isSaved({ email: 'last@example.com' })
  })

  it('and refused by the server shows why at the field, until an answer changes', async () => {
    const refusal = { field: 'email', message: 'email is known to bounce' }
    const onWrong = vi.fn()
    const onRight: Step['onRight'] = async (_, refuse) => refuse([refusal])
    const { user, goOn } = open({ onRight, onWrong })
    await goOn()
    expect(errors()).toEqual([refusal.message])
    await waitFor(() => expect(onWrong).toHaveBeenCalledOnce())
    await user.click(control('email'))
    await user.tab()
    expect(errors()).toEqual([refusal.message])
    await user.type(control('email'), 'x')
    expect(errors()).toEqual([])
  })

  it('can be sent again after a failure', async () => {
    const failing = vi.fn(async () => undefined)
    failing.mockRejectedValueOnce(new Error('no network'))
    const failures: unknown[] = []
    const { goOn } = open({
      onRight: () => failing().catch(failure => void failures.push(failure)),
    })
    await goOn()
    expect(failures).toHaveLength(1)
    expect(screen.getByText('idle')).toBeDefined()
    await goOn()
    expect(failing).toHaveBeenCalledTimes(2)
  })
})

describe('rules that come when the form is used', () => {
  /** Rules that are on their way until the test says what becomes of them. */
  const onTheirWay = () => {
    let come: () => void = () => undefined
    let fail: () => void = () => undefined
    let areThere = false
    const loading = new Promise<void>((resolve, reject) => {
      come = () => {
        areThere = true
        resolve()
      }
      fail = () => reject(new Error('no such file'))
    })
    return {
      rules: {
        issuesOf: (values: Answers) => (areThere ? issuesOf(values) : undefined),
        loadRules: vi.fn(() => loading),
      },
      come: () => act(async () => come()),
      fail: () => act(async () => fail()),
    }
  }

  it('are loaded by the first field that is used, and judge it when they come', async () => {
    const { rules, come } = onTheirWay()
    const { user } = open(rules, { email: '' })
    expect(rules.loadRules).not.toHaveBeenCalled()
    await user.type(control('email'), 'ana')
    await user.tab()
    expect(rules.loadRules).toHaveBeenCalledOnce()
    expect(errors()).toEqual([])
    await come()
    expect(errors()).toEqual(['email has no @'])
  })

  it('are loaded at once where a field has the focus before the scripts come', async () => {
    const { rules, come } = onTheirWay()
    open(rules, {}, { beforeScripts: () => control('email').focus() })
    expect(rules.loadRules).toHaveBeenCalledOnce()
    await come()
  })

  it('are waited for by a form that is sent, which is busy meanwhile', async () => {
    const { rules, come } = onTheirWay()
    const onRight = vi.fn(async () => undefined)
    const { user, goOn } = open({ ...rules, onRight }, { email: '' })
    await goOn()
    await screen.findByText('busy')
    expect(onRight).not.toHaveBeenCalled()
    await come()
    await waitFor(() => expect(errors()).toEqual(['email has no @']))
    await screen.findByText('idle')
    await user.type(control('email'), '@')
    await goOn()
    await waitFor(() => expect(onRight).toHaveBeenCalledOnce())
  })

  it('and cannot be loaded leave the judging to the server', async () => {
    const { rules, fail } = onTheirWay()
    const onRight = vi.fn(async () => undefined)
    const { goOn } = open({ ...rules, onRight }, { license_first_name: '', email: '' })
    await goOn()
    await fail()
    await waitFor(() => expect(onRight).toHaveBeenCalledOnce())
    expect(errors()).toEqual([])
  })
})
