/** A card input that formats and validates itself while typing. */
import { extractDigits, MESSAGES, RULES } from './entry-rules.js'

const NAMES = {
  cardNumber: { name: 'cardnumber', autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234' },
  cardExpiry: { name: 'exp-date', autocomplete: 'cc-exp', placeholder: 'MM / YY' },
  cardCvc: { name: 'cvc', autocomplete: 'cc-csc', placeholder: 'CVC' },
}

export function toEntryError(code) {
  return code ? { code, type: 'validation_error', message: MESSAGES[code] } : undefined
}

export class TypedField {
  #input
  #lastValue = ''
  #rules
  #type
  brand = 'unknown'
  shownCode = null

  constructor(input, type) {
    this.#input = input
    this.#type = type
    this.#rules = RULES[type]
    Object.assign(input, NAMES[type])
    input.classList.add('is-empty')
  }

  get state() {
    const { value } = this.#input
    return { ...this.#rules.check(value, this.brand), empty: value === '' }
  }

  /** Formats the value and shows errors that are already certain. */
  type({ inputType } = {}) {
    let { value, selectionStart: caret } = this.#input
    const isErasing = inputType === 'deleteContentBackward'
    // Only a separator was deleted: the customer meant the digit before it.
    if (isErasing && extractDigits(value) === extractDigits(this.#lastValue)) {
      const textBefore = value.slice(0, caret).replace(/\d\D*$/, '')
      value = textBefore + value.slice(caret)
      caret = textBefore.length
    }
    this.#write(value, caret)
    this.#lastValue = this.#input.value
    this.shownCode = this.#rules.check(this.#input.value, this.brand).code
  }

  /** Shows errors; an untouched field shows none until validation is explicit. */
  validate(isExplicit) {
    const { complete, code, empty } = this.state
    const isUnfinished = !complete && (isExplicit || !empty)
    this.shownCode = code ?? (isUnfinished ? this.#rules.incomplete : null)
    return toEntryError(this.shownCode)
  }

  /** Updates the field's appearance from its value. */
  show() {
    const { complete, empty } = this.state
    this.#input.classList.toggle('is-complete', complete)
    this.#input.classList.toggle('is-empty', empty)
    this.#input.classList.toggle('is-invalid', this.shownCode !== null)
    this.#input.setAttribute('aria-invalid', String(this.shownCode !== null))
  }

  /** Sent only to the provider. */
  get card() {
    const digits = extractDigits(this.#input.value)
    if (this.#type === 'cardNumber') return { number: digits }
    if (this.#type === 'cardCvc') return { cvc: digits }
    return { exp_month: Number(digits.slice(0, 2)), exp_year: 2000 + Number(digits.slice(2)) }
  }

  /** Replaces the text and keeps the caret after the same digit. */
  #write(text, caret) {
    const digitsBefore = extractDigits(text.slice(0, caret)).length
    const isAtEnd = caret >= text.length
    this.#input.value = this.#rules.format(text, this.brand)
    if (isAtEnd) return
    let position = 0
    for (
      let seenDigits = 0;
      seenDigits < digitsBefore && position < this.#input.value.length;
      position += 1
    ) {
      if (/\d/.test(this.#input.value[position])) seenDigits += 1
    }
    this.#input.setSelectionRange(position, position)
  }
}
