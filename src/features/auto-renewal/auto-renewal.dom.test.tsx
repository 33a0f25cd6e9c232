import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { AutoRenewal } from '@/features/auto-renewal/auto-renewal'
import type { Renewal } from '@/features/auto-renewal/panel'
import { StopRenewalForm } from '@/features/auto-renewal/stop-renewal-form'
import { RenewalCardForm } from '@/features/payment/renewal-card-form'
import { expectProblem } from '../../../tests/support/dom-setup'
import { provider, resetProvider } from '../../../tests/support/fake-stripe'
import { renderPart } from '../../../tests/support/render-part'
import router from '../../../tests/support/router'
import { completeCheckout } from '../../../tests/support/sample-checkout'
import { translateEnglish as translate } from '../../../tests/support/texts'

vi.mock('@/client/payments/load-stripe', () => import('../../../tests/support/fake-stripe'))

const readEndpoint = 'GET subscriptions/'
const setUpEndpoint = 'POST merchant/stripe/setup-intent/'
const createEndpoint = 'POST subscriptions/stripe/create-subscription/'
const cancelEndpoint = 'POST subscriptions/stripe/cancel-subscription/'

const offeredRenewal: Renewal = {
  status: 'offered',
  price: { currency: 'USD', total: 74.2, full: 88, years: 3 },
  charge_on: '2029-11-20',
  card: null,
}
const activeRenewal: Renewal = { ...offeredRenewal, status: 'active', card: 'visa 4242' }
const textValues = { price: '$74.20', full: '$88', day: 'November 20, 2029', count: 3 }
const savedCard = { status: 'success', client_secret: null }
const createRefusal = (code: string, overrides: object = {}) =>
  Response.json({ detail: code, code, ...overrides }, { status: 402 })

const getButton = (key: string) => screen.getByRole('button', { name: translate(`renewal:${key}`) })
const findNumberField = () => screen.findByLabelText('cardNumber')
const expectFocus = (control: Element) =>
  waitFor(() => expect(document.activeElement).toBe(control))
const expectFailure = async (reason: string) => {
  const alert = await screen.findByText(translate('renewal:failed.title'))
  expect(alert.closest('[role=alert]')?.textContent).toContain(
    translate(`renewal:failed.${reason}`),
  )
}
const findStatus = async (title: string) => {
  const status = (await screen.findByText(title)).closest('[role=status]')
  if (!status) throw new Error('not a status')
  return status
}

/** A paid order with this auto-renewal on the server. */
async function openRenewal(renewal: Renewal, state: Partial<CheckoutState> = {}) {
  let currentRenewal = renewal
  const part = renderPart(
    <AutoRenewal renderCardForm={cardFormProps => <RenewalCardForm {...cardFormProps} />} />,
    {
      checkout: {
        status: 'paid',
        state: { ...completeCheckout, isSubscriptionEnabled: true, ...state },
      },
      answers: { [readEndpoint]: () => currentRenewal },
    },
  )
  const { user, api } = part
  return {
    ...part,
    setRenewal: (nextRenewal: Renewal) => {
      currentRenewal = nextRenewal
    },
    fill: async () => {
      for (const [input, value] of [
        [await findNumberField(), '4242 4242 4242 4242'],
        [screen.getByLabelText('cardExpiry'), '12 / 34'],
        [screen.getByLabelText('cardCvc'), '123'],
        [screen.getByLabelText(translate('payment:card.cardholder_name')), ' Ana Silva '],
      ] as const) {
        await user.clear(input)
        await user.paste(value)
      }
    },
    /** Opens the form and fills it in. */
    openAndFill: async function () {
      await user.click(await screen.findByRole('button', { name: translate('renewal:open') }))
      await this.fill()
    },
    listBodies: (endpoint: string) => api.findCalls(endpoint).map(({ body }) => body),
  }
}

beforeEach(() => {
  resetProvider()
  router.query = {}
})

describe('auto-renewal', () => {
  it('is neither shown nor requested outside the experiment', () => {
    const { api } = renderPart(<AutoRenewal renderCardForm={() => null} />, {
      checkout: { status: 'paid' },
    })
    expect(document.body.textContent).toBe('')
    expect(api.calls).toEqual([])
  })

  it.each([
    ['AUTO_RENEWAL', 'VARIANT_1', 'plain'],
    ['AUTO_RENEWAL', 'VARIANT_2', 'saving'],
    ['AUTO_RENEWAL', 'VARIANT_3', 'unnoticed'],
    ['AUTO_RENEWAL', 'VARIANT_4', 'control'],
    ['AB_30_SUBSCRIPTION', 'VARIANT_1', 'plain'],
  ])(
    'in %s %s is offered in its wording with price, date and terms',
    async (name, variant, wording) => {
      await openRenewal(offeredRenewal, { variants: { [name]: variant } })
      await screen.findByRole('heading', { name: translate('renewal:heading') })
      expect(screen.getByText(translate(`renewal:lead.${wording}`, textValues))).toBeDefined()
      expect(screen.getByText(translate('renewal:terms', textValues))).toBeDefined()
    },
  )

  it('mentions no saving if there is none', async () => {
    const price = { currency: 'USD' as const, total: 88, full: 88, years: 3 }
    await openRenewal({ ...offeredRenewal, price }, { variants: { AUTO_RENEWAL: 'VARIANT_2' } })
    expect(await screen.findByText(translate('renewal:lead.plain'))).toBeDefined()
  })

  it('starts only on request, and its form can be closed again', async () => {
    const part = await openRenewal(offeredRenewal)
    await part.user.click(await screen.findByRole('button', { name: translate('renewal:open') }))
    await findNumberField()
    await expectFocus(screen.getByRole('form', { name: translate('renewal:form') }))
    expect(screen.getByText(translate('renewal:beside', textValues))).toBeDefined()
    await part.user.click(getButton('close'))
    expect(screen.queryByRole('form')).toBeNull()
    expect(getButton('open')).toBeDefined()
    expect(part.api.calls).toHaveLength(1)
  })

  it('lists all missing card fields and sends nothing', async () => {
    const part = await openRenewal(offeredRenewal)
    await part.user.click(await screen.findByRole('button', { name: translate('renewal:open') }))
    const numberField = await findNumberField()
    // The driver's name is proposed.
    await part.user.clear(screen.getByLabelText(translate('payment:card.cardholder_name')))
    await part.user.click(getButton('confirm'))
    const links = (await screen.findByRole('alert')).querySelectorAll('a')
    expect([...links].map(({ textContent }) => textContent)).toEqual(
      ['card', 'date', 'cvc', 'cardholder_name'].map(name =>
        translate(`payment:issues.${name}.missing`),
      ),
    )
    await expectFocus(numberField)
    expect(part.api.calls).toHaveLength(1)
  })

  it('is set up at the shown price, then shows the date and the card', async () => {
    const part = await openRenewal(offeredRenewal)
    await part.openAndFill()
    part.api.addAnswers({
      [setUpEndpoint]: () => savedCard,
      [createEndpoint]: () => {
        part.setRenewal(activeRenewal)
        return { status: 'success' }
      },
    })
    await part.user.click(getButton('confirm'))
    const notice = await findStatus(translate('renewal:active.title'))
    expect(notice.textContent).toContain(
      translate('renewal:active.textCard', { ...textValues, brand: 'Visa', last: '4242' }),
    )
    await expectFocus(notice)
    expect(part.listBodies(setUpEndpoint)).toEqual([
      expect.objectContaining({
        payment_method: 'pm_1',
        expected_total: 74.2,
        expected_currency: 'USD',
      }),
    ])
    expect(provider.recordedCalls[0]).toMatchObject({
      given: { billing_details: { name: 'Ana Silva' } },
    })
  })

  it('shows the bank’s challenge and lets the server fetch the result', async () => {
    let isConfirmed = false
    provider.nextActionResult = async () => (isConfirmed ? {} : { error: { type: 'card_error' } })
    const part = await openRenewal(offeredRenewal)
    await part.openAndFill()
    part.api.addAnswers({
      [setUpEndpoint]: () => ({ status: 'requires_action', client_secret: 'seti_1_secret_2' }),
      [createEndpoint]: () => {
        if (!isConfirmed) return { status: 'failed', error: 'authentication_required' }
        part.setRenewal(activeRenewal)
        return { status: 'success' }
      },
    })
    await part.user.click(getButton('confirm'))
    await expectFailure('again')
    expect(provider.recordedCalls.at(-1)).toMatchObject({
      what: 'handleNextAction',
      given: { clientSecret: 'seti_1_secret_2' },
    })
    expect(await findNumberField()).toHaveProperty('value', '4242 4242 4242 4242')
    isConfirmed = true
    await part.user.click(getButton('confirm'))
    await findStatus(translate('renewal:active.title'))
    expect(part.listBodies(createEndpoint)).toHaveLength(2)
  })

  it.each<[string, () => object, string]>([
    ['a declined card', () => createRefusal('declined', { reason: 'generic_decline' }), 'again'],
    ['too many attempts', () => createRefusal('rate_limited'), 'often'],
    ['a changed price', () => createRefusal('quote_changed'), 'changed'],
    ['an unavailable provider', () => createRefusal('unavailable'), 'later'],
    ['a network failure', () => new TypeError('no network'), 'later'],
  ])(
    'is not set up after %s, shows the reason and keeps the entries',
    async (_, answer, reason) => {
      const part = await openRenewal(offeredRenewal)
      await part.openAndFill()
      part.api.addAnswers({ [setUpEndpoint]: answer })
      await part.user.click(getButton('confirm'))
      await expectFailure(reason)
      expect(await findNumberField()).toHaveProperty('value', '4242 4242 4242 4242')
      expect(part.listBodies(createEndpoint)).toEqual([])
    },
  )

  it('shows at the field which code the bank refused', async () => {
    const part = await openRenewal(offeredRenewal)
    await part.openAndFill()
    part.api.addAnswers({
      [setUpEndpoint]: () => createRefusal('declined', { reason: 'incorrect_cvc' }),
    })
    await part.user.click(getButton('confirm'))
    expect(await screen.findByText(translate('payment:declines.cvc.field'))).toBeDefined()
    await expectFocus(screen.getByLabelText('cardCvc'))
  })

  it('shows that its card form is blocked', async () => {
    expectProblem(/payment provider/)
    provider.script = async () => {
      throw new Error('blocked')
    }
    const part = await openRenewal(offeredRenewal)
    await part.user.click(await screen.findByRole('button', { name: translate('renewal:open') }))
    await expectFailure('later')
  })

  it('is set up once on a double click', async () => {
    const part = await openRenewal(offeredRenewal)
    await part.openAndFill()
    part.api.addAnswers({
      [setUpEndpoint]: () => savedCard,
      [createEndpoint]: () => {
        part.setRenewal({ ...activeRenewal, status: 'checking' })
        return { status: 'checking' }
      },
    })
    await part.user.dblClick(getButton('confirm'))
    await findStatus(translate('renewal:checking', textValues))
    expect(part.listBodies(setUpEndpoint)).toHaveLength(1)
    expect(part.listBodies(createEndpoint)).toHaveLength(1)
  })
})

describe('an existing auto-renewal', () => {
  it('is stopped once by its button, and the focus moves to the notice', async () => {
    const part = await openRenewal(activeRenewal)
    await findStatus(translate('renewal:active.title'))
    part.api.addAnswers({ [cancelEndpoint]: () => ({ ...activeRenewal, status: 'stopped' }) })
    const stopButton = getButton('stop')
    fireEvent.click(stopButton)
    fireEvent.click(stopButton)
    await expectFocus(await findStatus(translate('renewal:stopped.title')))
    expect(screen.queryByRole('button')).toBeNull()
    expect(part.listBodies(cancelEndpoint)).toHaveLength(1)
  })

  it('continues and shows an error when it cannot be stopped', async () => {
    const part = await openRenewal(activeRenewal)
    await findStatus(translate('renewal:active.title'))
    part.api.addAnswers({ [cancelEndpoint]: () => new TypeError('no network') })
    await part.user.click(getButton('stop'))
    expect((await screen.findByRole('alert')).textContent).toBe(translate('renewal:stopFailed'))
    part.api.addAnswers({ [cancelEndpoint]: () => ({ ...activeRenewal, status: 'stopped' }) })
    await part.user.click(getButton('stop'))
    await findStatus(translate('renewal:stopped.title'))
  })

  it.each([
    ['without a named card', { ...activeRenewal, card: null }, 'active.text'],
    ['with a failed payment', { ...activeRenewal, status: 'past_due' as const }, 'past_due.text'],
  ])('%s shows its status and can be stopped', async (_, renewal, key) => {
    await openRenewal(renewal)
    expect(await screen.findByText(translate(`renewal:${key}`, textValues))).toBeDefined()
    expect(getButton('stop')).toBeDefined()
  })

  it.each([
    [
      'stopped',
      { ...activeRenewal, status: 'stopped' as const },
      translate('renewal:stopped.title'),
    ],
    [
      'being set up',
      { ...activeRenewal, status: 'checking' as const },
      translate('renewal:checking', textValues),
    ],
  ])('that is %s has no button', async (_, renewal, text) => {
    await openRenewal(renewal)
    await findStatus(text)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('the link in a mail', () => {
  const openPage = (query: object) => {
    router.query = query
    renderPart(<StopRenewalForm />)
  }

  it('stops nothing until its button posts the code', () => {
    openPage({ code: 'a.b' })
    const form = getButton('stop').closest('form')
    expect(form).toMatchObject({ method: 'post', action: expect.stringContaining('auto-renewal') })
    expect(form?.querySelector('[name=code]')).toHaveProperty('value', 'a.b')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows that auto-renewal is stopped', () => {
    openPage({ code: 'a.b', outcome: 'stopped' })
    expect(screen.getByRole('status').textContent).toContain(translate('renewal:stopped.title'))
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('can be submitted again after a failure', () => {
    openPage({ code: 'a.b', outcome: 'failed' })
    expect(screen.getByRole('alert').textContent).toBe(translate('renewal:stopFailed'))
    expect(getButton('stop')).toBeDefined()
  })

  it.each([[{}], [{ code: 'a.b', outcome: 'unknown' }]])(
    'shows that it is not valid: %j',
    query => {
      openPage(query)
      expect(screen.getByRole('status').textContent).toBe(translate('renewal:page.unknown'))
      expect(screen.queryByRole('button')).toBeNull()
    },
  )
})
