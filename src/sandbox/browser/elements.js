/** The card fields that belong together. */
import { CardElement } from './element.js'
import { isKnownKind } from './frame.js'

const INCOMPLETE = {
  cardExpiry: 'incomplete_expiry',
  cardCvc: 'incomplete_cvc',
}

export class ElementsGroup {
  #base
  #brand = 'unknown'
  #elements = new Map()
  #options

  constructor(base, options = {}) {
    this.#base = base
    this.#options = options
  }

  get brand() {
    return this.#brand
  }

  get fonts() {
    return this.#options.fonts
  }

  create(type, options) {
    if (!isKnownKind(type)) throw new Error(`The "${type}" Element is not part of the sandbox.`)
    if (this.#elements.has(type)) {
      throw new Error(`Can only create one Element of type ${type} through an Elements instance.`)
    }
    const element = new CardElement({ type, options, base: this.#base, group: this })
    this.#elements.set(type, element)
    return element
  }

  getElement(asked) {
    const type = typeof asked === 'function' ? asked.__elementType : asked
    return this.#elements.get(type) ?? null
  }

  update(options) {
    this.#options = { ...this.#options, ...options }
  }

  async fetchUpdates() {
    return {}
  }

  async submit() {
    return {}
  }

  forget(element) {
    if (this.#elements.get(element.type) === element) this.#elements.delete(element.type)
  }

  tellBrand(brand) {
    if (brand === this.#brand) return
    this.#brand = brand
    this.#elements.get('cardCvc')?._tellBrand(brand)
  }

  /** The page passes ports between the frames; the card goes from frame to frame. */
  async paymentMethod(billing) {
    const number = this.#elements.get('cardNumber')
    const siblings = ['cardExpiry', 'cardCvc'].map(type => this.#elements.get(type))
    const absent = siblings.findIndex(sibling => !sibling?._isReady)
    if (absent >= 0) {
      const code = INCOMPLETE[absent === 0 ? 'cardExpiry' : 'cardCvc']
      return { error: { code, type: 'validation_error', message: 'A card field is missing.' } }
    }
    const channels = siblings.map(sibling => {
      const channel = new MessageChannel()
      sibling._share(channel.port1)
      return channel.port2
    })
    return number._tokenize(channels, billing)
  }
}
