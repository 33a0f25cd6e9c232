/** An Elements group. */
import { CardElement } from './element.js'
import { ExpressElement } from './express-element.js'
import { integrationError } from './integration-error.js'
import { PaymentElement } from './payment-element.js'

const INCOMPLETE = {
  cardExpiry: 'incomplete_expiry',
  cardCvc: 'incomplete_cvc',
}
const ELEMENTS = {
  cardNumber: CardElement,
  cardExpiry: CardElement,
  cardCvc: CardElement,
  payment: PaymentElement,
  expressCheckout: ExpressElement,
}
const NEED_MODE = ['payment', 'expressCheckout']

export class ElementsGroup {
  #base
  #brand = 'unknown'
  #elements = new Map()
  #isSubmitted = false
  #options

  constructor(base, options = {}) {
    this.#base = base
    this.#options = options
    this.#assertOptions()
  }

  get brand() {
    return this.#brand
  }

  get options() {
    return this.#options
  }

  create(type, options) {
    const Element = Object.hasOwn(ELEMENTS, type) ? ELEMENTS[type] : undefined
    if (!Element) throw new Error(`The "${type}" Element is not part of the sandbox.`)
    if (this.#elements.has(type)) {
      throw new Error(`Can only create one Element of type ${type} through an Elements instance.`)
    }
    if (NEED_MODE.includes(type) && !this.#options.mode) {
      throw integrationError(`The "${type}" Element needs Elements with a mode or a clientSecret.`)
    }
    const element = new Element({ type, options, base: this.#base, group: this })
    this.#elements.set(type, element)
    return element
  }

  getElement(type) {
    return this.#elements.get(type) ?? null
  }

  update(options) {
    this.#options = { ...this.#options, ...options }
    this.#assertOptions()
  }

  /** Shows validation errors. Must be called before a confirmation token is created. */
  async submit() {
    const express = this.#elements.get('expressCheckout')
    const payment = this.#elements.get('payment')
    const result = express?._isConfirming || !payment ? {} : await payment._validate()
    this.#isSubmitted = !result.error
    return result.error ? result : { selectedPaymentMethod: 'card' }
  }

  removeElement(element) {
    if (this.#elements.get(element.type) === element) this.#elements.delete(element.type)
  }

  /** Requires another `submit`: the form was changed after the last one. */
  invalidateSubmission() {
    this.#isSubmitted = false
  }

  setBrand(brand) {
    if (brand === this.#brand) return
    this.#brand = brand
    this.#elements.get('cardCvc')?._setBrand(brand)
  }

  /** The page passes only ports between the frames; card data goes from frame to frame. */
  async createPaymentMethod(billing) {
    const number = this.#elements.get('cardNumber')
    const siblings = ['cardExpiry', 'cardCvc'].map(type => this.#elements.get(type))
    const missingIndex = siblings.findIndex(sibling => !sibling?.isReady)
    if (missingIndex >= 0) {
      const code = INCOMPLETE[missingIndex === 0 ? 'cardExpiry' : 'cardCvc']
      return { error: { code, type: 'validation_error', message: 'A card field is missing.' } }
    }
    const channels = siblings.map(sibling => {
      const channel = new MessageChannel()
      sibling._share(channel.port1)
      return channel.port2
    })
    return number._tokenize(channels, billing)
  }

  async createConfirmationToken(params = {}) {
    if (!this.#isSubmitted) {
      throw integrationError('elements.submit() must be called before createConfirmationToken().')
    }
    const express = this.#elements.get('expressCheckout')
    if (express?._isConfirming) return express._createToken(params)
    const payment = this.#elements.get('payment')
    if (!payment) throw integrationError('There is no Element to make a ConfirmationToken of.')
    if (!payment._collectsName && !params.payment_method_data?.billing_details?.name) {
      throw integrationError(
        'You specified "never" for fields.billingDetails.name when creating the payment Element, ' +
          'but did not pass params.payment_method_data.billing_details.name.',
      )
    }
    return payment._createToken(params)
  }

  /** Without an intent, the shop must set amount and currency. */
  #assertOptions() {
    const { mode, amount, currency, paymentMethodTypes } = this.#options
    if (paymentMethodTypes) {
      throw integrationError('elements(): use allowedPaymentMethodTypes for paymentMethodTypes.')
    }
    if (mode !== 'payment') return
    if (!Number.isInteger(amount) || amount <= 0) {
      throw integrationError('Invalid value for elements(): amount must be a positive integer.')
    }
    if (!/^[a-z]{3}$/.test(currency)) {
      throw integrationError('Invalid value for elements(): currency must be lower-case.')
    }
  }
}
