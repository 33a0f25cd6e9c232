/** The wallet's sheet, in a frame over the page: the card never reaches the page. */
import { openFrameDialog } from './frame-dialog.js'

const SHEET_NAMES = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' }

function formatAmount(minor, currency) {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.format(minor / 10 ** format.resolvedOptions().maximumFractionDigits)
}

/** Opens the sheet; `answer` resolves with `agreed` or `cancelled`. */
export function openSheet(base, { wallet, amount, currency }) {
  const { dialog, frame } = openFrameDialog(SHEET_NAMES[wallet], `${base}wallet/`)
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
  return sheet
}
