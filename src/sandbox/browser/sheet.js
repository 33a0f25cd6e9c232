/** The wallet's sheet, in a frame over the page: the card never reaches the page. */

const SHEET_STYLE = {
  position: 'fixed',
  inset: '0',
  width: '100vw',
  height: '100dvh',
  maxWidth: 'none',
  maxHeight: 'none',
  margin: '0',
  padding: '0',
  border: 'none',
  background: 'rgba(0, 0, 0, 0.55)',
  overflow: 'hidden',
}
const SHEET_NAMES = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' }

function formatAmount(minor, currency) {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.format(minor / 10 ** format.resolvedOptions().maximumFractionDigits)
}

/** Opens the sheet; `answer` resolves with `agreed` or `cancelled`. */
export function openSheet(base, { wallet, amount, currency }) {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', SHEET_NAMES[wallet])
  Object.assign(dialog.style, SHEET_STYLE)
  const frame = document.createElement('iframe')
  frame.title = SHEET_NAMES[wallet]
  frame.src = `${base}wallet/`
  Object.assign(frame.style, { border: 'none', width: '100%', height: '100%', display: 'block' })
  const { port1: port, port2 } = new MessageChannel()
  const sheet = { isConfirming: false }
  let onToken = () => {}
  sheet.answer = new Promise(resolve => {
    const settle = answer => {
      sheet.isConfirming = answer === 'agreed'
      resolve(answer)
    }
    port.onmessage = ({ data }) => {
      if (data.type === 'answer') settle(data.answer)
      if (data.type === 'token') onToken(data.result)
    }
    dialog.addEventListener('cancel', event => {
      event.preventDefault()
      if (!sheet.isConfirming) settle('cancelled')
    })
  })
  sheet.token = params =>
    new Promise(resolve => {
      onToken = resolve
      port.postMessage({ type: 'token', params })
    })
  sheet.close = () => {
    port.close()
    dialog.close()
    dialog.remove()
    onToken({ error: { type: 'validation_error', message: 'The wallet was closed.' } })
  }
  frame.addEventListener('load', () => {
    const start = { wallet, name: SHEET_NAMES[wallet], total: formatAmount(amount, currency) }
    frame.contentWindow?.postMessage(start, location.origin, [port2])
    frame.contentWindow?.focus()
  })
  dialog.append(frame)
  document.body.append(dialog)
  dialog.showModal()
  return sheet
}
