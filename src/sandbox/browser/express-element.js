/** The buttons of the wallets that the customer's device has, and the sheet that they open. */
import { FramedElement } from './framed-element.js'
import { integrationError } from './integration-error.js'
import { openSheet } from './sheet.js'

const WALLETS = { apple_pay: 'applePay', google_pay: 'googlePay' }
const OTHERS = { amazonPay: false, klarna: false, link: false, paypal: false }
const PATIENCE_MS = 1000
const BILLING = {
  name: 'Test Wallet',
  address: {
    line1: '1 Test St',
    line2: null,
    city: 'Portland',
    state: 'OR',
    postal_code: '97201',
    country: 'US',
  },
}

/**
 * The wallets this device is said to have: the cookie `sandbox_wallets`, such as `apple_pay,google_pay`;
 * empty for none. A device nobody has said anything about has a test Google Pay.
 */
function walletsOfDevice() {
  const told = /(?:^|; )sandbox_wallets=([^;]*)/.exec(document.cookie)?.[1]
  const names = decodeURIComponent(told ?? 'google_pay').split(',')
  return Object.keys(WALLETS).filter(name => names.includes(name))
}

export class ExpressElement extends FramedElement {
  #sheet = null
  #isAsking = false
  /** The wallets that the shop was told of last. */
  #told = []
  #look = () => this.#tellChange()

  /** For the group: a confirmation token of the wallet's card, while the customer has agreed to pay. */
  async _token(params) {
    const sheet = this.#sheet
    const result = await sheet.token(params)
    if (!result.error) this.#close()
    return result
  }

  get _isConfirming() {
    return this.#sheet?.isConfirming ?? false
  }

  onUnmount() {
    this.#close()
    globalThis.cookieStore?.removeEventListener('change', this.#look)
  }

  onReady() {
    this.#told = this.#shown()
    const names = this.#told.map(wallet => WALLETS[wallet])
    const [applePay, googlePay] = ['applePay', 'googlePay'].map(name => names.includes(name))
    this.emit('ready', {
      availablePaymentMethods: names.length > 0 ? { ...OTHERS, applePay, googlePay } : undefined,
    })
    globalThis.cookieStore?.addEventListener('change', this.#look)
  }

  update(options) {
    super.update(options)
    if (this.isReady) this.#tellChange()
  }

  /** A wallet that came, or went: by the shop's wish, or because the device's cookie says so. */
  #tellChange() {
    const shown = this.#shown()
    if (shown.join() === this.#told.join()) return
    this.#told = shown
    this.order({ type: 'update', options: this.frameOptions() })
    const told = Object.entries(WALLETS).map(([wallet, name]) => [
      name,
      { available: shown.includes(wallet) },
    ])
    this.emit('availablepaymentmethodschange', {
      paymentMethods: shown.length > 0 ? Object.fromEntries(told) : undefined,
    })
  }

  onMessage({ type, wallet }) {
    if (type === 'click') this.#clicked(wallet)
  }

  frameOptions() {
    const { buttonHeight = 44, buttonTheme, layout } = this.options
    return {
      wallets: this.#shown(),
      height: buttonHeight,
      theme: buttonTheme,
      columns: layout?.maxColumns,
    }
  }

  #shown() {
    const { paymentMethods = {}, layout = {} } = this.options
    const shown = walletsOfDevice().filter(wallet => paymentMethods[WALLETS[wallet]] !== 'never')
    const { maxColumns = 0, maxRows = 0, overflow = 'auto' } = layout
    const most = overflow === 'never' && maxColumns * maxRows
    return most ? shown.slice(0, most) : shown
  }

  /** The shop has one second to let the sheet open. */
  #clicked(wallet) {
    if (this.#isAsking || this.#sheet) return
    if (!this.isHeard('click')) return this.#open(wallet)
    this.#isAsking = true
    const end = isOpening => {
      if (!this.#isAsking) return
      this.#isAsking = false
      clearTimeout(timer)
      if (isOpening && this.container) this.#open(wallet)
    }
    const timer = setTimeout(() => {
      end(false)
      reportError(
        integrationError('resolve or reject has to be called within 1 second of a click.'),
      )
    }, PATIENCE_MS)
    this.emit('click', {
      expressPaymentType: wallet,
      resolve: () => end(true),
      reject: () => end(false),
    })
  }

  async #open(wallet) {
    const { amount, currency } = this.group.options
    const sheet = openSheet(this.base, { wallet, amount, currency })
    this.#sheet = sheet
    const answer = await sheet.answer
    if (this.#sheet !== sheet) return
    if (answer === 'cancelled') {
      this.#close()
      this.emit('cancel', {})
      return
    }
    this.emit('confirm', {
      expressPaymentType: wallet,
      billingDetails: BILLING,
      paymentFailed: () => {
        if (this.#sheet === sheet) this.#close()
      },
    })
  }

  #close() {
    this.#sheet?.close()
    this.#sheet = null
  }
}
