/** One card field on the shop's page. */
import { getDefaultLabel } from './frame.js'
import { FramedElement } from './framed-element.js'

const CLASSES = {
  base: 'StripeElement',
  complete: 'StripeElement--complete',
  empty: 'StripeElement--empty',
  focus: 'StripeElement--focus',
  invalid: 'StripeElement--invalid',
  webkitAutofill: 'StripeElement--webkit-autofill',
}

export class CardElement extends FramedElement {
  #onLabel = () => this.focus()

  /** For the group: passes the card brand, which determines the CVC length. */
  _setBrand(brand) {
    this.send({ type: 'brand', brand })
  }

  /** For the group: sends the field's value to the number's frame through a port. */
  _share(sibling) {
    this.send({ type: 'share', sibling }, [sibling])
  }

  /** For the group: requests a payment method of all fields from the number's frame. */
  _tokenize(siblings, billing) {
    return this.request({ type: 'tokenize', siblings, billing }, siblings)
  }

  onMount() {
    this.#showState({ empty: true })
    for (const label of this.#findLabels()) label.addEventListener('click', this.#onLabel)
  }

  onUnmount() {
    for (const label of this.#findLabels()) label.removeEventListener('click', this.#onLabel)
    for (const name of this.#listClasses(Object.keys(CLASSES)))
      this.container.classList.remove(name)
  }

  onReady() {
    this._setBrand(this.group.brand)
    this.emit('ready', {})
  }

  onMessage(message) {
    if (message.type === 'change') {
      this.#showState({ ...message.change, autofilled: message.autofilled })
      if (message.change.brand) this.group.setBrand(message.change.brand)
      this.emit('change', message.change)
    } else if (message.type === 'enter') {
      // Enter submits the form, as in a native field.
      this.container?.closest('form')?.requestSubmit()
    } else if (message.type !== 'escape') this.#toggle('focus', message.type === 'focus')
  }

  frameOptions() {
    const { style, placeholder, disabled, ariaLabel } = this.options
    const labelled = this.#findLabels()[0]?.textContent?.trim()
    const name = ariaLabel || labelled || getDefaultLabel(this.type)
    return { style, placeholder, disabled, ariaLabel: name, fonts: this.group.options.fonts }
  }

  #findLabels() {
    const { id } = this.container ?? {}
    const outer = this.container?.closest('label')
    const named = id ? document.querySelectorAll(`label[for="${CSS.escape(id)}"]`) : []
    return outer ? [outer, ...named] : [...named]
  }

  #listClasses(names) {
    const chosen = { ...CLASSES, ...this.options.classes }
    return names.flatMap(name => chosen[name].split(' ')).filter(Boolean)
  }

  #toggle(name, isOn) {
    for (const className of this.#listClasses([name]))
      this.container?.classList.toggle(className, isOn)
  }

  #showState({ complete = false, empty = false, error, autofilled = false }) {
    this.#toggle('base', true)
    this.#toggle('complete', complete)
    this.#toggle('empty', empty)
    this.#toggle('invalid', error !== undefined)
    this.#toggle('webkitAutofill', autofilled)
  }
}
