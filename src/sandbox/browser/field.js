/** One card field in its own frame. What is typed leaves it only for the provider. */
import { digitsOf, MESSAGES, RULES } from './entry-rules.js'
import { styleSheetOf } from './field-style.js'

const NAMES = {
  cardNumber: { name: 'cardnumber', autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234' },
  cardExpiry: { name: 'exp-date', autocomplete: 'cc-exp', placeholder: 'MM / YY' },
  cardCvc: { name: 'cvc', autocomplete: 'cc-csc', placeholder: 'CVC' },
}
const UNREACHABLE = {
  type: 'api_connection_error',
  message: 'We are experiencing issues connecting to our payments provider.',
}

const type = new URLSearchParams(location.search).get('type')
const rules = RULES[type]
const input = document.querySelector('input')
let port
let brand = 'unknown'
let shownCode = null

function entryError(code) {
  return code ? { code, type: 'validation_error', message: MESSAGES[code] } : undefined
}

function tellChange() {
  const { complete, brand: typed } = rules.state(input.value, brand)
  const empty = input.value === ''
  input.classList.toggle('is-complete', complete)
  input.classList.toggle('is-empty', empty)
  input.classList.toggle('is-invalid', shownCode !== null)
  input.setAttribute('aria-invalid', String(shownCode !== null))
  const change = { elementType: type, empty, complete, error: entryError(shownCode) }
  const autofilled = input.matches(':autofill')
  port.postMessage({
    type: 'change',
    autofilled,
    change: typed ? { ...change, brand: typed } : change,
  })
}

/** Rewrites the field around what was typed, with the caret after the same digit as before. */
function write(text, caret) {
  const digitsBefore = digitsOf(text.slice(0, caret)).length
  const isAtEnd = caret >= text.length
  input.value = rules.written(text, brand)
  if (isAtEnd) return
  let place = 0
  for (let seen = 0; seen < digitsBefore && place < input.value.length; place += 1) {
    if (/\d/.test(input.value[place])) seen += 1
  }
  input.setSelectionRange(place, place)
}

let lastValue = ''
function onInput(event) {
  let { value, selectionStart: caret } = input
  const isErasing = event.inputType === 'deleteContentBackward'
  // Only a separator was erased: the digit before it is what the customer wants gone.
  if (isErasing && digitsOf(value) === digitsOf(lastValue)) {
    const kept = value.slice(0, caret).replace(/\d\D*$/, '')
    value = kept + value.slice(caret)
    caret = kept.length
  }
  write(value, caret)
  lastValue = input.value
  shownCode = rules.state(input.value, brand).code
  tellChange()
}

/** Shows what is wrong or unfinished; an untouched field stays calm until it is asked for. */
function judge(isAsked) {
  const { complete, code } = rules.state(input.value, brand)
  const isUnfinished = !complete && (isAsked || input.value !== '')
  shownCode = code ?? (isUnfinished ? rules.incomplete : null)
  tellChange()
  return entryError(shownCode)
}

function entry() {
  const error = judge(true)
  const digits = digitsOf(input.value)
  if (type === 'cardNumber') return { error, fields: { number: digits } }
  if (type === 'cardCvc') return { error, fields: { cvc: digits } }
  const [month, year] = [Number(digits.slice(0, 2)), 2000 + Number(digits.slice(2))]
  return { error, fields: { exp_month: month, exp_year: year } }
}

function received(sibling) {
  return new Promise(resolve => {
    sibling.onmessage = ({ data }) => resolve(data)
  })
}

async function paymentMethod(siblings, billing) {
  const entries = [entry(), ...(await Promise.all(siblings.map(received)))]
  const error = entries.map(one => one.error).find(Boolean)
  if (error) return { error }
  const card = Object.assign({}, ...entries.map(one => one.fields))
  if (!card.exp_month) return { error: entryError('incomplete_expiry') }
  try {
    const answer = await fetch('../payment-methods/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ card, billing_details: billing }),
    })
    const body = await answer.json()
    return body.error ? { error: body.error } : { paymentMethod: body }
  } catch {
    return { error: UNREACHABLE }
  }
}

function update({ style, placeholder, disabled, ariaLabel, fonts }) {
  if (style) document.adoptedStyleSheets = [styleSheetOf(style)]
  if (placeholder !== undefined) input.placeholder = placeholder
  if (disabled !== undefined) input.disabled = disabled
  if (ariaLabel) input.setAttribute('aria-label', ariaLabel)
  for (const { family, src, ...rest } of fonts ?? []) {
    if (family && src) document.fonts.add(new FontFace(family, src, rest))
  }
}

const ORDERS = {
  update: ({ options }) => update(options),
  focus: () => input.focus(),
  blur: () => input.blur(),
  clear() {
    input.value = ''
    lastValue = ''
    shownCode = null
    tellChange()
  },
  brand(order) {
    if (type !== 'cardCvc') return
    brand = order.brand
    if (input.value !== '') tellChange()
  },
  share: ({ sibling }) => sibling.postMessage(entry()),
  async tokenize({ id, siblings, billing }) {
    port.postMessage({ type: 'tokenized', id, result: await paymentMethod(siblings, billing) })
  },
}

function start(event) {
  if (event.origin !== location.origin || event.source !== parent || port) return
  port = event.ports[0]
  port.onmessage = ({ data }) => ORDERS[data.type]?.(data)
  update(event.data.options)
  new ResizeObserver(() => {
    port.postMessage({ type: 'height', height: input.offsetHeight })
  }).observe(input)
  port.postMessage({ type: 'ready' })
  // Typed before the shop was listening.
  if (input.value !== '') {
    write(input.value, input.value.length)
    tellChange()
  }
}

if (rules) {
  const { name, autocomplete, placeholder } = NAMES[type]
  Object.assign(input, { name, autocomplete, placeholder })
  input.classList.add('is-empty')
  input.addEventListener('input', event => {
    if (port) onInput(event)
  })
  input.addEventListener('focus', () => port?.postMessage({ type: 'focus' }))
  input.addEventListener('blur', () => {
    if (!port) return
    judge(false)
    port.postMessage({ type: 'blur' })
  })
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') port?.postMessage({ type: 'escape' })
    if (key === 'Enter') port?.postMessage({ type: 'enter' })
  })
  addEventListener('message', start)
}
