/** A whole card form in one frame. */
import { FramedElement } from './framed-element.js'

export class PaymentElement extends FramedElement {
  /** For the group: shows what is wrong or missing. */
  _validate() {
    return this.ask({ type: 'validate' })
  }

  /** For the group: a confirmation token of what was typed. */
  _token(params) {
    return this.ask({ type: 'token', params })
  }

  /** Whether the shop says itself what this form does not ask for. */
  get _asksName() {
    const details = this.options.fields?.billingDetails
    return details !== 'never' && details?.name !== 'never'
  }

  collapse() {
    return this
  }

  onMessage(message) {
    if (message.type !== 'change') return
    this.group.changed()
    this.emit('change', { ...message.change, collapsed: false, value: { type: 'card' } })
  }

  frameOptions() {
    const { appearance, fonts, locale } = this.group.options
    return { variables: appearance?.variables, rules: appearance?.rules, fonts, locale }
  }
}
