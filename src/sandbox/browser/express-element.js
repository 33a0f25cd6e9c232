/** The Express Checkout Element: buttons of the device's wallets, and the sheet they open. */
import { FramedElement } from './framed-element.js'
import { integrationError } from './integration-error.js'
import { openSheet } from './sheet.js'

const WALLETS = { apple_pay: 'applePay', google_pay: 'googlePay' }
const OTHER_WALLETS = { amazonPay: false, klarna: false, link: false, paypal: false }
const CLICK_TIMEOUT_MS = 1000

/**
 * Reads the device's wallets from the cookie `sandbox_wallets`, such as `apple_pay,google_pay`;
 * empty means none. Without the cookie the device has a test Google Pay.
 */
function listDeviceWallets() {
  const cookieValue = /(?:^|; )sandbox_wallets=([^;]*)/.exec(document.cookie)?.[1]
  const names = decodeURIComponent(cookieValue ?? 'google_pay').split(',')
  return Object.keys(WALLETS).filter(name => names.includes(name))
}

export class ExpressElement extends FramedElement {
  #sheet = null
  #isAwaitingShop = false
  /** The wallets last reported to the shop. */
  #lastWallets = []
  #onCookieChange = () => this.#emitChange()

  /**
   * For the group: creates a confirmation token of the wallet's card after the customer has agreed.
   */
  async _createToken(params) {
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
    globalThis.cookieStore?.removeEventListener('change', this.#onCookieChange)
  }

  onReady() {
    this.#lastWallets = this.#listVisibleWallets()
    const names = this.#lastWallets.map(wallet => WALLETS[wallet])
    const [applePay, googlePay] = ['applePay', 'googlePay'].map(name => names.includes(name))
    this.emit('ready', {
      availablePaymentMethods:
        names.length > 0 ? { ...OTHER_WALLETS, applePay, googlePay } : undefined,
    })
    globalThis.cookieStore?.addEventListener('change', this.#onCookieChange)
  }

  update(options) {
    super.update(options)
    if (this.isReady) this.#emitChange()
  }

  /** Emits a change of the wallets, caused by the shop's options or the device's cookie. */
  #emitChange() {
    const shown = this.#listVisibleWallets()
    if (shown.join() === this.#lastWallets.join()) return
    this.#lastWallets = shown
    this.send({ type: 'update', options: this.frameOptions() })
    const changedWallets = Object.entries(WALLETS).map(([wallet, name]) => [
      name,
      { available: shown.includes(wallet) },
    ])
    this.emit('availablepaymentmethodschange', {
      paymentMethods: shown.length > 0 ? Object.fromEntries(changedWallets) : undefined,
    })
  }

  onMessage({ type, wallet }) {
    if (type === 'click') this.#handleClick(wallet)
  }

  frameOptions() {
    const { buttonHeight = 44, layout } = this.options
    return {
      wallets: this.#listVisibleWallets(),
      height: buttonHeight,
      radius: this.group.options.appearance?.variables?.borderRadius,
      columns: layout?.maxColumns,
    }
  }

  #listVisibleWallets() {
    const { paymentMethods = {}, layout = {} } = this.options
    const shown = listDeviceWallets().filter(wallet => paymentMethods[WALLETS[wallet]] !== 'never')
    const { maxColumns = 0, maxRows = 0, overflow = 'auto' } = layout
    const maxWallets = overflow === 'never' && maxColumns * maxRows
    return maxWallets ? shown.slice(0, maxWallets) : shown
  }

  /** The shop has one second to resolve the click before the sheet opens. */
  #handleClick(wallet) {
    if (this.#isAwaitingShop || this.#sheet) return
    if (!this.hasListener('click')) return this.#open(wallet)
    this.#isAwaitingShop = true
    const settle = isOpening => {
      if (!this.#isAwaitingShop) return
      this.#isAwaitingShop = false
      clearTimeout(timer)
      if (isOpening && this.container) this.#open(wallet)
    }
    const timer = setTimeout(() => {
      settle(false)
      reportError(
        integrationError('resolve or reject has to be called within 1 second of a click.'),
      )
    }, CLICK_TIMEOUT_MS)
    this.emit('click', {
      expressPaymentType: wallet,
      resolve: () => settle(true),
      reject: () => settle(false),
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
