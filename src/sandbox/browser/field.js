/** One card field in its own frame. Its value is sent only to the provider. */
import { RULES } from './entry-rules.js'
import { buildStyleSheet } from './field-style.js'
import { callProvider } from './provider-call.js'
import { TypedField, toEntryError } from './typed-field.js'

const type = location.hash.slice(1)
const input = document.querySelector('input')
const field = Object.hasOwn(RULES, type) ? new TypedField(input, type) : null
let port

function postChange() {
  const { complete, brand: detectedBrand, empty } = field.state
  field.show()
  const change = { elementType: type, empty, complete, error: toEntryError(field.shownCode) }
  port.postMessage({
    type: 'change',
    change: detectedBrand ? { ...change, brand: detectedBrand } : change,
  })
}

function validateField(isExplicit) {
  const error = field.validate(isExplicit)
  postChange()
  return error
}

const collectEntry = () => ({ error: validateField(true), fields: field.card })

function receiveMessage(sibling) {
  return new Promise(resolve => {
    sibling.onmessage = ({ data }) => resolve(data)
  })
}

async function createPaymentMethod(siblings, billing) {
  const entries = [collectEntry(), ...(await Promise.all(siblings.map(receiveMessage)))]
  const error = entries.map(item => item.error).find(Boolean)
  if (error) return { error }
  const card = Object.assign({}, ...entries.map(item => item.fields))
  if (!card.exp_month) return { error: toEntryError('incomplete_expiry') }
  return callProvider('../payment-methods/', { card, billing_details: billing }, 'paymentMethod')
}

function update({ style, placeholder, label }) {
  if (style) document.adoptedStyleSheets = [buildStyleSheet(style)]
  if (placeholder !== undefined) input.placeholder = placeholder
  input.setAttribute('aria-label', label)
}

const COMMANDS = {
  update: ({ options }) => update(options),
  focus: () => input.focus(),
  brand(command) {
    if (type !== 'cardCvc') return
    field.brand = command.brand
    if (input.value !== '') postChange()
  },
  share: ({ sibling }) => sibling.postMessage(collectEntry()),
  async tokenize({ id, siblings, billing }) {
    port.postMessage({ type: 'answer', id, result: await createPaymentMethod(siblings, billing) })
  },
}

function start(event) {
  if (event.origin !== location.origin || event.source !== parent || port) return
  port = event.ports[0]
  port.onmessage = ({ data }) => COMMANDS[data.type]?.(data)
  update(event.data.options)
  new ResizeObserver(() => {
    port.postMessage({ type: 'height', height: input.offsetHeight })
  }).observe(input)
  port.postMessage({ type: 'ready' })
  // Input typed before the shop added its listeners.
  if (input.value !== '') {
    field.type()
    postChange()
  }
}

if (field) {
  input.addEventListener('input', event => {
    if (!port) return
    field.type(event)
    postChange()
  })
  input.addEventListener('focus', () => port?.postMessage({ type: 'focus' }))
  input.addEventListener('blur', () => {
    if (!port) return
    validateField(false)
    port.postMessage({ type: 'blur' })
  })
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') port?.postMessage({ type: 'enter' })
  })
  addEventListener('message', start)
}
