/** One card field on the app's page: a container with a frame, whose content it cannot read. */

import { frameFor, labelOf } from './frame.js'

const CLASSES = {
  base: 'StripeElement',
  complete: 'StripeElement--complete',
  empty: 'StripeElement--empty',
  focus: 'StripeElement--focus',
  invalid: 'StripeElement--invalid',
  webkitAutofill: 'StripeElement--webkit-autofill',
}
const GONE = { type: 'validation_error', message: 'The card fields are no longer on the page.' }

let orders = 0

export class CardElement {
  #base
  #group
  #listeners = new Map()
  #options
  #pending = new Map()
  #port = null
  #container = null
  #onLabel = null
  #isReady = false
  #isDestroyed = false

  constructor({ type, options, base, group }) {
    this.type = type
    this._elementType = type
    this.#options = { ...options }
    this.#base = base
    this.#group = group
  }

  mount(place) {
    if (this.#isDestroyed) throw new Error('This Element has already been destroyed.')
    const container = typeof place === 'string' ? document.querySelector(place) : place
    if (!container) throw new Error('The selector or element you specified is not on the page.')
    if (this.#container === container) return
    this.unmount()
    this.#container = container
    this.#showState({ empty: true })
    this.#watchLabels()
    container.replaceChildren(this.#newFrame())
  }

  unmount() {
    if (!this.#container) return
    for (const label of this.#labels()) label.removeEventListener('click', this.#onLabel)
    for (const name of this.#classes(Object.keys(CLASSES))) this.#container.classList.remove(name)
    this.#container.replaceChildren()
    this.#port?.close()
    this.#port = null
    this.#container = null
    this.#isReady = false
    for (const resolve of this.#pending.values()) resolve({ error: GONE })
    this.#pending.clear()
  }

  destroy() {
    if (this.#isDestroyed) throw new Error('This Element has already been destroyed.')
    this.unmount()
    this.#isDestroyed = true
    this.#group.forget(this)
  }

  update(options) {
    this.#options = { ...this.#options, ...options }
    this.#order({ type: 'update', options: this.#frameOptions() })
  }

  focus() {
    this.#order({ type: 'focus' })
  }

  blur() {
    this.#order({ type: 'blur' })
  }

  clear() {
    this.#order({ type: 'clear' })
  }

  on(name, listener) {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener])
    return this
  }

  once(name, listener) {
    const first = event => {
      this.off(name, first)
      listener(event)
    }
    return this.on(name, first)
  }

  off(name, listener) {
    const rest = (this.#listeners.get(name) ?? []).filter(one => listener && one !== listener)
    this.#listeners.set(name, rest)
    return this
  }

  /** For the group: the card's brand, so that the CVC knows its length. */
  _tellBrand(brand) {
    this.#order({ type: 'brand', brand })
  }

  /** For the group: sends what was typed through a port to the number's frame. */
  _share(sibling) {
    this.#order({ type: 'share', sibling }, [sibling])
  }

  /** For the group: asks the number's frame for a payment method of all fields. */
  _tokenize(siblings, billing) {
    if (!this.#isReady) return Promise.resolve({ error: GONE })
    orders += 1
    const id = orders
    return new Promise(resolve => {
      this.#pending.set(id, resolve)
      this.#order({ type: 'tokenize', id, siblings, billing }, siblings)
    })
  }

  get _isReady() {
    return this.#isReady
  }

  #newFrame() {
    const { holder, frame } = frameFor(this.type, this.#base)
    frame.addEventListener('load', () => this.#connect(frame))
    frame.addEventListener('error', () => this.#failLoading())
    return holder
  }

  #connect(frame) {
    if (!frame.isConnected || this.#port) return
    const channel = new MessageChannel()
    this.#port = channel.port1
    this.#port.onmessage = ({ data }) => this.#hear(data, frame)
    const start = { options: this.#frameOptions() }
    frame.contentWindow.postMessage(start, location.origin, [channel.port2])
    // A frame that answers is ready at once; an error page in its place never is.
    setTimeout(() => {
      if (frame.isConnected && !this.#isReady) this.#failLoading()
    }, 5000)
  }

  #hear(message, frame) {
    if (message.type === 'ready') {
      this.#isReady = true
      this._tellBrand(this.#group.brand)
      this.#emit('ready', {})
    } else if (message.type === 'height' && message.height > 0) {
      frame.style.height = `${message.height}px`
    } else if (message.type === 'change') {
      this.#showState({ ...message.change, autofilled: message.autofilled })
      if (message.change.brand) this.#group.tellBrand(message.change.brand)
      this.#emit('change', message.change)
    } else if (message.type === 'tokenized') {
      this.#pending.get(message.id)?.(message.result)
      this.#pending.delete(message.id)
    } else if (message.type === 'enter') {
      // As in any field of a form.
      this.#container?.closest('form')?.requestSubmit()
    } else if (['focus', 'blur', 'escape'].includes(message.type)) {
      if (message.type !== 'escape') this.#toggle('focus', message.type === 'focus')
      this.#emit(message.type, {})
    }
  }

  #failLoading() {
    const message = 'The card field did not load.'
    this.#emit('loaderror', { error: { type: 'api_connection_error', message } })
  }

  #frameOptions() {
    const { style, placeholder, disabled, ariaLabel } = this.#options
    const labelled = this.#labels()[0]?.textContent?.trim()
    const name = ariaLabel || labelled || labelOf(this.type)
    return { style, placeholder, disabled, ariaLabel: name, fonts: this.#group.fonts }
  }

  #emit(name, event) {
    for (const listener of this.#listeners.get(name) ?? []) {
      listener({ elementType: this.type, ...event })
    }
  }

  #order(message, transfer = []) {
    this.#port?.postMessage(message, transfer)
  }

  #labels() {
    const { id } = this.#container ?? {}
    const outer = this.#container?.closest('label')
    const named = id ? document.querySelectorAll(`label[for="${CSS.escape(id)}"]`) : []
    return outer ? [outer, ...named] : [...named]
  }

  #watchLabels() {
    this.#onLabel = () => this.focus()
    for (const label of this.#labels()) label.addEventListener('click', this.#onLabel)
  }

  #classes(names) {
    const chosen = { ...CLASSES, ...this.#options.classes }
    return names.flatMap(name => chosen[name].split(' ')).filter(Boolean)
  }

  #toggle(name, isOn) {
    for (const one of this.#classes([name])) this.#container?.classList.toggle(one, isOn)
  }

  #showState({ complete = false, empty = false, error, autofilled = false }) {
    this.#toggle('base', true)
    this.#toggle('complete', complete)
    this.#toggle('empty', empty)
    this.#toggle('invalid', error !== undefined)
    this.#toggle('webkitAutofill', autofilled)
  }
}
