/** Stand-in for PayPal's SDK: the same calls and results, against the payment sandbox. */
import { openFrameDialog } from './frame-dialog.js'

const base = new URL('./', document.currentScript.src).pathname
const POPUP_FEATURES = 'popup,width=480,height=640'
const BUTTON_STYLE = {
  display: 'block',
  width: '100%',
  height: '48px',
  border: '1px solid transparent', // visible in forced colors
  borderRadius: '4px',
  background: '#ffc439',
  color: '#111',
  font: '700 16px/1 system-ui, sans-serif',
  cursor: 'pointer',
}

const buildApprovalUrl = order => `${base}approve/?token=${encodeURIComponent(order)}`

/** Opens a popup; if it is blocked, a frame over the page, as PayPal's own script does. */
function openApprovalWindow() {
  const popup = window.open('', '', POPUP_FEATURES)
  if (popup) {
    return {
      show: order => popup.location.replace(buildApprovalUrl(order)),
      isClosed: () => popup.closed,
      close: () => popup.close(),
    }
  }
  const { dialog, frame } = openFrameDialog('PayPal')
  let isClosed = false
  const close = () => {
    isClosed = true
    dialog.remove()
  }
  dialog.addEventListener('close', close)
  return {
    show: order => {
      frame.src = buildApprovalUrl(order)
    },
    isClosed: () => isClosed,
    close,
  }
}

/** Resolves with `approved` or `cancelled`; closing the window cancels. */
function waitForDecision(approvalWindow, order) {
  return new Promise(resolve => {
    const settle = decision => {
      clearInterval(pollTimer)
      removeEventListener('message', onMessage)
      approvalWindow.close()
      resolve(decision)
    }
    const onMessage = ({ data, origin }) => {
      if (origin !== location.origin || data?.orderID !== order) return
      if (['approved', 'cancelled'].includes(data.sandboxPaypal)) settle(data.sandboxPaypal)
    }
    const pollTimer = setInterval(() => approvalWindow.isClosed() && settle('cancelled'), 200)
    addEventListener('message', onMessage)
  })
}

async function isClickAllowed({ onClick }) {
  let isRejected = false
  const actions = {
    resolve: async () => {},
    reject: async () => {
      isRejected = true
    },
  }
  await onClick?.({ fundingSource: 'paypal' }, actions)
  return !isRejected
}

async function payWith(options) {
  if (!(await isClickAllowed(options))) return
  const approvalWindow = openApprovalWindow()
  try {
    const order = await options.createOrder({ paymentSource: 'paypal' }, {})
    approvalWindow.show(order)
    const decision = await waitForDecision(approvalWindow, order)
    const data = { orderID: order, payerID: 'SANDBOXPAYER1', paymentSource: 'paypal' }
    if (decision === 'approved') await options.onApprove(data, { restart: () => payWith(options) })
    else await options.onCancel?.({ orderID: order })
  } catch (error) {
    approvalWindow.close()
    if (!options.onError) throw error
    options.onError(error)
  }
}

function Buttons(options = {}) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'PayPal'
  button.setAttribute('aria-label', 'PayPal')
  Object.assign(button.style, BUTTON_STYLE)
  const { borderRadius } = options.style ?? {}
  if (borderRadius !== undefined) button.style.borderRadius = `${borderRadius}px`
  let isPaying = false
  button.addEventListener('click', () => {
    if (isPaying) return
    isPaying = true
    payWith(options).finally(() => {
      isPaying = false
    })
  })
  return {
    isEligible: () => true,
    async render(container) {
      const target = typeof container === 'string' ? document.querySelector(container) : container
      if (!target) throw new Error('Document is ready and element does not exist')
      target.append(button)
      options.onInit?.({}, { enable: async () => {}, disable: async () => {} })
    },
    updateProps: async () => {},
    async close() {
      button.remove()
    },
  }
}

window.paypal = { version: '5.0.0-sandbox', FUNDING: { PAYPAL: 'paypal' }, Buttons }
