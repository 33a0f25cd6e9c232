/** One card field in its own frame. What is typed leaves it only for the provider. */
import { RULES } from './entry-rules.js'
import { styleSheetOf } from './field-style.js'
import { providerCall } from './provider-call.js'
import { entryError, TypedField } from './typed-field.js'

const type = new URLSearchParams(location.search).get('type')
const input = document.querySelector('input')
const field = Object.hasOwn(RULES, type) ? new TypedField(input, type) : null
let port

function tellChange() {
  const { complete, brand: typed, empty } = field.state
  field.show()
  const change = { elementType: type, empty, complete, error: entryError(field.shownCode) }
  const autofilled = input.matches(':autofill')
  port.postMessage({
    type: 'change',
    autofilled,
    change: typed ? { ...change, brand: typed } : change,
  })
}

function judge(isAsked) {
  const error = field.judge(isAsked)
  tellChange()
  return error
}

const entry = () => ({ error: judge(true), fields: field.card })

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
  return providerCall('payment-methods', { card, billing_details: billing }, 'paymentMethod')
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
    field.clear()
    tellChange()
  },
  brand(order) {
    if (type !== 'cardCvc') return
    field.brand = order.brand
    if (input.value !== '') tellChange()
  },
  share: ({ sibling }) => sibling.postMessage(entry()),
  async tokenize({ id, siblings, billing }) {
    port.postMessage({ type: 'answer', id, result: await paymentMethod(siblings, billing) })
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
    field.type()
    tellChange()
  }
}

if (field) {
  input.addEventListener('input', event => {
    if (!port) return
    field.type(event)
    tellChange()
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
