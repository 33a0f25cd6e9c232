import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { AutoRenewal } from '@/features/auto-renewal/auto-renewal'
import type { Renewal } from '@/features/auto-renewal/renewal'
import { StopByMail } from '@/features/auto-renewal/stop-by-mail'
import { RenewalTill } from '@/features/payment/renewal-card-form'
import { expectProblem } from '../../../tests/support/dom-setup'
import { provider, resetProvider } from '../../../tests/support/fake-stripe'
import { renderPart } from '../../../tests/support/render-part'
import router from '../../../tests/support/router'
import { wholeCheckout } from '../../../tests/support/sample-checkout'
import { english as say } from '../../../tests/support/texts'

vi.mock('@/client/payments/load-stripe', () => import('../../../tests/support/fake-stripe'))

const read = 'GET subscriptions/'
const setUp = 'POST merchant/stripe/setup-intent/'
const create = 'POST subscriptions/stripe/create-subscription/'
const cancel = 'POST subscriptions/stripe/cancel-subscription/'

const offered: Renewal = {
  status: 'offered',
  price: { currency: 'USD', total: 74.2, full: 88, years: 3 },
  charge_on: '2029-11-20',
  card: null,
}
const active: Renewal = { ...offered, status: 'active', card: 'visa 4242' }
const said = { price: '$74.20', full: '$88', day: 'November 20, 2029', count: 3 }
const keptCard = { status: 'success', client_secret: null }
const refused = (code: string, more: object = {}) =>
  Response.json({ detail: code, code, ...more }, { status: 402 })

const button = (key: string) => screen.getByRole('button', { name: say(`renewal:${key}`) })
const number = () => screen.findByLabelText('cardNumber')
const isFocused = (control: Element) => waitFor(() => expect(document.activeElement).toBe(control))
const failed = async (why: string) => {
  const alert = await screen.findByText(say('renewal:failed.title'))
  expect(alert.closest('[role=alert]')?.textContent).toContain(say(`renewal:failed.${why}`))
}
const statusOf = async (title: string) => {
  const found = (await screen.findByText(title)).closest('[role=status]')
  if (!found) throw new Error('not a status')
  return found
}

/** A paid order's auto-renewal, as the server has it. */
async function openRenewal(renewal: Renewal, state: Partial<CheckoutState> = {}) {
  let now = renewal
  const part = renderPart(<AutoRenewal till={asked => <RenewalTill {...asked} />} />, {
    checkout: {
      status: 'paid',
      state: { ...wholeCheckout, isSubscriptionEnabled: true, ...state },
    },
    answers: { [read]: () => now },
  })
  const { user, api } = part
  return {
    ...part,
    becomes: (next: Renewal) => {
      now = next
    },
    fill: async () => {
      for (const [input, value] of [
        [await number(), '4242 4242 4242 4242'],
        [screen.getByLabelText('cardExpiry'), '12 / 34'],
        [screen.getByLabelText('cardCvc'), '123'],
        [screen.getByLabelText(say('payment:card.cardholder_name')), ' Ana Silva '],
      ] as const) {
        await user.click(input)
        await user.paste(value)
      }
    },
    /** Opens the form and fills it in. */
    wants: async function () {
      await user.click(await screen.findByRole('button', { name: say('renewal:open') }))
      await this.fill()
    },
    bodies: (call: string) => api.callsTo(call).map(({ body }) => body),
  }
}

beforeEach(() => {
  resetProvider()
  router.query = {}
})

describe('auto-renewal', () => {
  it('is nothing to customers outside the experiment, and nothing is asked', () => {
    const { api } = renderPart(<AutoRenewal till={() => null} />, { checkout: { status: 'paid' } })
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
    'in %s %s is offered in its wording, with price, day and that nothing is charged',
    async (name, variant, wording) => {
      await openRenewal(offered, { variants: { [name]: variant } })
      await screen.findByRole('heading', { name: say('renewal:heading') })
      expect(screen.getByText(say(`renewal:lead.${wording}`, said))).toBeDefined()
      expect(screen.getByText(say('renewal:terms', said))).toBeDefined()
    },
  )

  it('names no saving where there is none', async () => {
    const price = { currency: 'USD' as const, total: 88, full: 88, years: 3 }
    await openRenewal({ ...offered, price }, { variants: { AUTO_RENEWAL: 'VARIANT_2' } })
    expect(await screen.findByText(say('renewal:lead.plain'))).toBeDefined()
  })

  it('is not taken before the customer wants it, and can be put away again', async () => {
    const part = await openRenewal(offered)
    await part.user.click(await screen.findByRole('button', { name: say('renewal:open') }))
    await number()
    await isFocused(screen.getByRole('form', { name: say('renewal:form') }))
    expect(screen.getByText(say('renewal:beside', said))).toBeDefined()
    await part.user.click(button('close'))
    expect(screen.queryByRole('form')).toBeNull()
    expect(button('open')).toBeDefined()
    expect(part.api.calls).toHaveLength(1)
  })

  it('asks for everything of the card that is missing, and sends nothing', async () => {
    const part = await openRenewal(offered)
    await part.user.click(await screen.findByRole('button', { name: say('renewal:open') }))
    const first = await number()
    await part.user.click(button('confirm'))
    const listed = (await screen.findByRole('alert')).querySelectorAll('a')
    expect([...listed].map(({ textContent }) => textContent)).toEqual(
      ['card', 'date', 'cvc', 'cardholder_name'].map(name => say(`payment:issues.${name}.missing`)),
    )
    await isFocused(first)
    expect(part.api.calls).toHaveLength(1)
  })

  it('is set up at the price that was shown, and then names day and card', async () => {
    const part = await openRenewal(offered)
    await part.wants()
    part.api.answer({
      [setUp]: () => keptCard,
      [create]: () => {
        part.becomes(active)
        return { status: 'success' }
      },
    })
    await part.user.click(button('confirm'))
    const notice = await statusOf(say('renewal:active.title'))
    expect(notice.textContent).toContain(
      say('renewal:active.textCard', { ...said, brand: 'Visa', last: '4242' }),
    )
    await isFocused(notice)
    expect(part.bodies(setUp)).toEqual([
      expect.objectContaining({
        payment_method: 'pm_1',
        expected_total: 74.2,
        expected_currency: 'USD',
      }),
    ])
    expect(provider.asked[0]).toMatchObject({ given: { billing_details: { name: 'Ana Silva' } } })
  })

  it('lets the bank ask, and has the server find out what became of it', async () => {
    let isSure = false
    provider.asks = async () => (isSure ? {} : { error: { type: 'card_error' } })
    const part = await openRenewal(offered)
    await part.wants()
    part.api.answer({
      [setUp]: () => ({ status: 'requires_action', client_secret: 'seti_1_secret_2' }),
      [create]: () => {
        if (!isSure) return { status: 'failed', error: 'authentication_required' }
        part.becomes(active)
        return { status: 'success' }
      },
    })
    await part.user.click(button('confirm'))
    await failed('again')
    expect(provider.asked.at(-1)).toMatchObject({
      what: 'handleNextAction',
      given: { clientSecret: 'seti_1_secret_2' },
    })
    expect(await number()).toHaveProperty('value', '4242 4242 4242 4242')
    isSure = true
    await part.user.click(button('confirm'))
    await statusOf(say('renewal:active.title'))
    expect(part.bodies(create)).toHaveLength(2)
  })

  it.each<[string, () => object, string]>([
    ['a bank that declines', () => refused('declined', { reason: 'generic_decline' }), 'again'],
    ['too many tries', () => refused('rate_limited'), 'often'],
    ['another price', () => refused('quote_changed'), 'changed'],
    ['a provider that is away', () => refused('unavailable'), 'later'],
    ['a network that breaks', () => new TypeError('no network'), 'later'],
  ])('is not set up over %s, which is said, and what was typed stays', async (_, answer, why) => {
    const part = await openRenewal(offered)
    await part.wants()
    part.api.answer({ [setUp]: answer })
    await part.user.click(button('confirm'))
    await failed(why)
    expect(await number()).toHaveProperty('value', '4242 4242 4242 4242')
    expect(part.bodies(create)).toEqual([])
  })

  it('says at the field which code the bank does not take', async () => {
    const part = await openRenewal(offered)
    await part.wants()
    part.api.answer({ [setUp]: () => refused('declined', { reason: 'incorrect_cvc' }) })
    await part.user.click(button('confirm'))
    expect(await screen.findByText(say('payment:declines.cvc.field'))).toBeDefined()
    await isFocused(screen.getByLabelText('cardCvc'))
  })

  it('whose card form is blocked says so', async () => {
    expectProblem(/payment provider/)
    provider.script = async () => {
      throw new Error('blocked')
    }
    const part = await openRenewal(offered)
    await part.user.click(await screen.findByRole('button', { name: say('renewal:open') }))
    await failed('later')
  })

  it('is set up once where the button is pressed twice', async () => {
    const part = await openRenewal(offered)
    await part.wants()
    part.api.answer({
      [setUp]: () => keptCard,
      [create]: () => {
        part.becomes({ ...active, status: 'checking' })
        return { status: 'checking' }
      },
    })
    await part.user.dblClick(button('confirm'))
    await statusOf(say('renewal:checking', said))
    expect(part.bodies(setUp)).toHaveLength(1)
    expect(part.bodies(create)).toHaveLength(1)
  })
})

describe('auto-renewal that runs', () => {
  it('is stopped once with one button, and the keyboard goes on from that', async () => {
    const part = await openRenewal(active)
    await statusOf(say('renewal:active.title'))
    part.api.answer({ [cancel]: () => ({ ...active, status: 'stopped' }) })
    const stop = button('stop')
    fireEvent.click(stop)
    fireEvent.click(stop)
    await isFocused(await statusOf(say('renewal:stopped.title')))
    expect(screen.queryByRole('button')).toBeNull()
    expect(part.bodies(cancel)).toHaveLength(1)
  })

  it('goes on where it could not be stopped, which is said', async () => {
    const part = await openRenewal(active)
    await statusOf(say('renewal:active.title'))
    part.api.answer({ [cancel]: () => new TypeError('no network') })
    await part.user.click(button('stop'))
    expect((await screen.findByRole('alert')).textContent).toBe(say('renewal:stopFailed'))
    part.api.answer({ [cancel]: () => ({ ...active, status: 'stopped' }) })
    await part.user.click(button('stop'))
    await statusOf(say('renewal:stopped.title'))
  })

  it.each([
    ['without a card that has a name', { ...active, card: null }, 'active.text'],
    ['and was not paid', { ...active, status: 'past_due' as const }, 'past_due.text'],
  ])('%s says so, and can be stopped', async (_, renewal, key) => {
    await openRenewal(renewal)
    expect(await screen.findByText(say(`renewal:${key}`, said))).toBeDefined()
    expect(button('stop')).toBeDefined()
  })

  it.each([
    ['stopped', { ...active, status: 'stopped' as const }, say('renewal:stopped.title')],
    ['being set up', { ...active, status: 'checking' as const }, say('renewal:checking', said)],
  ])('and is %s has no button', async (_, renewal, text) => {
    await openRenewal(renewal)
    await statusOf(text)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('the link of a mail', () => {
  const open = (query: object) => {
    router.query = query
    renderPart(<StopByMail />)
  }

  it('stops nothing before the button is pressed, which posts its code', () => {
    open({ code: 'a.b' })
    const form = button('stop').closest('form')
    expect(form).toMatchObject({ method: 'post', action: expect.stringContaining('auto-renewal') })
    expect(form?.querySelector('[name=code]')).toHaveProperty('value', 'a.b')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says that it is stopped', () => {
    open({ code: 'a.b', told: 'stopped' })
    expect(screen.getByRole('status').textContent).toContain(say('renewal:stopped.title'))
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('can be pressed again where it failed', () => {
    open({ code: 'a.b', told: 'failed' })
    expect(screen.getByRole('alert').textContent).toBe(say('renewal:stopFailed'))
    expect(button('stop')).toBeDefined()
  })

  it.each([[{}], [{ code: 'a.b', told: 'unknown' }]])('that opens nothing says so: %j', query => {
    open(query)
    expect(screen.getByRole('status').textContent).toBe(say('renewal:page.unknown'))
    expect(screen.queryByRole('button')).toBeNull()
  })
})
