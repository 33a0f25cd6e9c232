// A fake Stripe.js for component tests: its fields are in the page instead of frames, and the test
// sets its results. It replaces `@/client/payments/load-stripe`:
// `vi.mock('@/client/payments/load-stripe', () => import('<here>'))`.

type Listener = (event: object) => unknown
type Wallet = 'apple_pay' | 'google_pay'

const createInitialState = () => ({
  /** Loading of the provider's script; may be slow or reject. */
  script: async (): Promise<void> => undefined,
  /** The wallets of the customer's device. */
  wallets: ['google_pay'] as Wallet[],
  /** Result of `createPaymentMethod`. */
  createPaymentMethodResult: (): object => ({ paymentMethod: { id: 'pm_1' } }),
  /** Result of `createConfirmationToken` (wallets and the Payment Element). */
  createConfirmationTokenResult: (): object => ({ confirmationToken: { id: 'ctoken_1' } }),
  /** Result of `handleNextAction`. */
  nextActionResult: async (): Promise<object> => ({}),
  /** Calls to the provider, oldest first. */
  recordedCalls: [] as { what: string; given: unknown }[],
  /** How often an open wallet was notified of a failed payment. */
  failures: 0,
  /** The open wallet. */
  openWallet: null as { wallet: Wallet; answer: (event: 'confirm' | 'cancel') => void } | null,
})

/** Behavior of the provider in this test, and its recorded calls. */
export const provider = createInitialState()
export const resetProvider = (): void => void Object.assign(provider, createInitialState())

export const openStripe = async (): Promise<object> => {
  await provider.script()
  return stripe
}

/** Number of digits that complete a field. */
const digits: Record<string, number> = { cardNumber: 16, cardExpiry: 4, cardCvc: 3 }

class FakeElement {
  private readonly listeners = new Map<string, Set<Listener>>()
  private readonly container = document.createElement('div')

  constructor(readonly type: string) {
    const fields = type === 'payment' ? Object.keys(digits) : type in digits ? [type] : []
    for (const name of fields) {
      const input = document.createElement('input')
      input.setAttribute('aria-label', name)
      input.addEventListener('input', () => this.emit('change', this.entry()))
      this.container.append(input)
    }
  }

  mount(target: HTMLElement): void {
    target.append(this.container)
    if (this.type === 'expressCheckout') this.renderWallets()
    const hasWallet = (wallet: Wallet) => provider.wallets.includes(wallet)
    const available = { applePay: hasWallet('apple_pay'), googlePay: hasWallet('google_pay') }
    const hasWallets = provider.wallets.length > 0
    setTimeout(() => this.emit('ready', hasWallets ? { availablePaymentMethods: available } : {}))
  }

  private renderWallets(): void {
    for (const wallet of provider.wallets) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = wallet
      button.addEventListener('click', () =>
        this.emit('click', {
          expressPaymentType: wallet,
          resolve: () => {
            provider.openWallet = { wallet, answer: event => this.answer(wallet, event) }
          },
          reject: () => undefined,
        }),
      )
      this.container.append(button)
    }
  }

  private answer(wallet: Wallet, event: 'confirm' | 'cancel'): void {
    const paymentFailed = () => {
      provider.failures += 1
    }
    this.emit(event, { expressPaymentType: wallet, paymentFailed })
  }

  entry() {
    const inputs = [...this.container.querySelectorAll('input')]
    const countDigits = ({ value }: HTMLInputElement) => value.replace(/\D/g, '').length
    return {
      elementType: this.type,
      empty: inputs.every(({ value }) => value === ''),
      complete: inputs.every(input => countDigits(input) === digits[input.ariaLabel ?? '']),
      error: undefined,
    }
  }

  on(event: string, listener: Listener): void {
    this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener))
  }
  off = (event: string, listener: Listener): void =>
    void this.listeners.get(event)?.delete(listener)
  emit(event: string, payload: object): void {
    for (const listener of this.listeners.get(event) ?? []) listener(payload)
  }
  focus = (): void => this.container.querySelector('input')?.focus()
  update = (): void => undefined
  destroy = (): void => this.container.remove()
}

const elements = () => {
  const elementsByType = new Map<string, FakeElement>()
  return {
    create: (type: string) => {
      const element = new FakeElement(type)
      elementsByType.set(type, element)
      return element
    },
    getElement: (type: string) => elementsByType.get(type) ?? null,
    update: () => undefined,
    submit: async () => {
      provider.recordedCalls.push({ what: 'submit', given: null })
      const form = elementsByType.get('payment')
      if (!form || form.entry().complete) return {}
      form.focus()
      return { error: { type: 'validation_error', code: 'incomplete_number' } }
    },
  }
}

const recordCall =
  <Given>(callName: string, answer: () => object | Promise<object>) =>
  async (params: Given) => {
    provider.recordedCalls.push({ what: callName, given: params })
    return answer()
  }

const noop = () => undefined

const stripe = {
  elements,
  createToken: noop,
  confirmCardPayment: noop,
  createPaymentMethod: recordCall('createPaymentMethod', () =>
    provider.createPaymentMethodResult(),
  ),
  createConfirmationToken: recordCall('createConfirmationToken', () =>
    provider.createConfirmationTokenResult(),
  ),
  handleNextAction: recordCall('handleNextAction', () => provider.nextActionResult()),
  registerAppInfo: noop,
  _registerWrapper: noop,
}
