/**
 * A whole card form in one frame, with its own texts and errors. Its values are sent only to the
 * provider.
 */
import { callProvider } from './provider-call.js'
import { TypedField } from './typed-field.js'

const LABELS = {
  en: ['Card number', 'Expiration date', 'Security code'],
  ar: ['رقم البطاقة', 'تاريخ الانتهاء', 'رمز الأمان'],
  es: ['Número de tarjeta', 'Fecha de caducidad', 'Código de seguridad'],
  fr: ['Numéro de carte', "Date d'expiration", 'Code de sécurité'],
  de: ['Kartennummer', 'Gültig bis', 'Sicherheitscode'],
  ja: ['カード番号', '有効期限', 'セキュリティコード'],
}
const TYPES = ['cardNumber', 'cardExpiry', 'cardCvc']

const form = document.getElementById('form')
const parts = TYPES.map(type => {
  const container = document.createElement('div')
  const label = document.createElement('label')
  const input = document.createElement('input')
  const error = document.createElement('p')
  Object.assign(input, {
    type: 'text',
    inputMode: 'numeric',
    dir: 'ltr',
    spellcheck: false,
    id: type,
  })
  input.setAttribute('aria-required', 'true')
  input.setAttribute('aria-describedby', `${type}-error`)
  Object.assign(label, { htmlFor: type })
  Object.assign(error, { id: `${type}-error`, hidden: true })
  error.setAttribute('role', 'alert')
  container.className = type
  container.append(label, input, error)
  form.append(container)
  return { label, input, error, field: new TypedField(input, type) }
})
const [number, , cvc] = parts
let port
let lastChange = ''

function renderPart({ field, error }) {
  field.show()
  const message = field.shownCode === null ? '' : field.validate(true).message
  error.textContent = message
  error.hidden = message === ''
}

/** Notifies the shop when the form becomes empty, complete or neither. */
function postChange() {
  cvc.field.brand = number.field.state.brand
  const states = parts.map(({ field }) => field.state)
  const empty = states.every(state => state.empty)
  const complete = states.every(state => state.complete)
  const change = JSON.stringify({ empty, complete })
  if (change === lastChange) return
  lastChange = change
  port?.postMessage({ type: 'change', change: { empty, complete } })
}

function validate() {
  const errors = parts.map(({ field }) => field.validate(true))
  parts.forEach(renderPart)
  return errors.find(Boolean)
}

async function createToken(params) {
  const error = validate()
  if (error) return { error }
  const card = Object.assign({}, ...parts.map(({ field }) => field.card))
  return callProvider('../confirmation-tokens/', { card, params }, 'confirmationToken')
}

function update({ variables = {}, locale = 'en' }) {
  const root = document.documentElement
  for (const [name, value] of Object.entries(variables)) root.style.setProperty(`--${name}`, value)
  root.lang = Object.hasOwn(LABELS, locale) ? locale : 'en'
  root.dir = root.lang === 'ar' ? 'rtl' : 'ltr'
  LABELS[root.lang].forEach((text, index) => {
    parts[index].label.textContent = text
  })
}

const COMMANDS = {
  update: ({ options }) => update(options),
  focus: () => (parts.find(({ field }) => !field.state.complete) ?? number).input.focus(),
  validate: ({ id }) => port.postMessage({ type: 'answer', id, result: { error: validate() } }),
  async token({ id, params }) {
    port.postMessage({ type: 'answer', id, result: await createToken(params) })
  },
}

function start(event) {
  if (event.origin !== location.origin || event.source !== parent || port) return
  port = event.ports[0]
  port.onmessage = ({ data }) => COMMANDS[data.type]?.(data)
  update(event.data.options)
  new ResizeObserver(() => {
    port.postMessage({ type: 'height', height: form.offsetHeight })
  }).observe(form)
  port.postMessage({ type: 'height', height: form.offsetHeight })
  port.postMessage({ type: 'ready' })
  postChange()
}

for (const part of parts) {
  const { input, field } = part
  input.addEventListener('input', event => {
    field.type(event)
    renderPart(part)
    postChange()
  })
  input.addEventListener('focus', () => port?.postMessage({ type: 'focus' }))
  input.addEventListener('blur', () => {
    field.validate(false)
    renderPart(part)
    port?.postMessage({ type: 'blur' })
  })
}
addEventListener('message', start)
