/** The Payment Element: a whole card form in one frame. */
import { FramedElement } from './framed-element.js'

export class PaymentElement extends FramedElement {
  /** For the group: shows validation errors. */
  _validate() {
    return this.request({ type: 'validate' })
  }

  /** For the group: creates a confirmation token of the entered card. */
  _createToken(params) {
    return this.request({ type: 'token', params })
  }

  /** Whether the form collects the name, or the shop passes it. */
  get _collectsName() {
    const details = this.options.fields?.billingDetails
    return details !== 'never' && details?.name !== 'never'
  }

  onMessage(message) {
    if (message.type !== 'change') return
    this.group.invalidateSubmission()
    this.emit('change', { ...message.change, collapsed: false, value: { type: 'card' } })
  }

  frameOptions() {
    const { appearance, locale } = this.group.options
    return { variables: appearance?.variables, locale }
  }
}
