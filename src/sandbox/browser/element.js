/** One card field on the shop's page. */
import { getDefaultLabel } from './frame.js'
import { FramedElement } from './framed-element.js'

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
    for (const label of this.#findLabels()) label.addEventListener('click', this.#onLabel)
  }

  onUnmount() {
    for (const label of this.#findLabels()) label.removeEventListener('click', this.#onLabel)
  }

  onReady() {
    this._setBrand(this.group.brand)
    this.emit('ready', {})
  }

  onMessage(message) {
    if (message.type === 'change') {
      if (message.change.brand) this.group.setBrand(message.change.brand)
      this.emit('change', message.change)
    } else if (message.type === 'enter') {
      // Enter submits the form, as in a native field.
      this.container?.closest('form')?.requestSubmit()
    }
  }

  frameOptions() {
    const { style, placeholder } = this.options
    const label = this.#findLabels()[0]?.textContent?.trim() || getDefaultLabel(this.type)
    return { style, placeholder, label }
  }

  #findLabels() {
    const { id } = this.container ?? {}
    const outer = this.container?.closest('label')
    const named = id ? document.querySelectorAll(`label[for="${CSS.escape(id)}"]`) : []
    return outer ? [outer, ...named] : [...named]
  }
}
