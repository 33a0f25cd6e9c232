/** Frames for card fields, forms and wallet buttons. */

const KINDS = {
  cardNumber: {
    title: 'Secure card number input frame',
    label: 'Credit or debit card number',
  },
  cardExpiry: {
    title: 'Secure expiration date input frame',
    label: 'Credit or debit card expiration date',
  },
  cardCvc: {
    title: 'Secure CVC input frame',
    label: 'Credit or debit card CVC/CVV',
  },
  payment: {
    title: 'Secure payment input frame',
    page: 'payment/',
    // Aligns the frame's inputs with the page's and leaves room for focus rings.
    style: { margin: '-4px', width: 'calc(100% + 8px)', minWidth: '0' },
  },
  expressCheckout: { title: 'Secure express checkout frame', page: 'express/' },
}
const FRAME_STYLE = {
  border: 'none',
  margin: '0',
  padding: '0',
  display: 'block',
  width: '1px',
  minWidth: '100%',
  height: '1.2em',
  overflow: 'hidden',
  colorScheme: 'light only',
}
let frameCount = 0

export function getDefaultLabel(type) {
  return KINDS[type].label
}

/** Creates an element's frame and its container. */
export function createFrame(type, base) {
  const container = document.createElement('div')
  container.className = '__PrivateStripeElement'
  Object.assign(container.style, { margin: '0', padding: '0', border: 'none', display: 'block' })
  const frame = document.createElement('iframe')
  frameCount += 1
  frame.name = `__privateStripeFrame${frameCount}`
  frame.title = KINDS[type].title
  Object.assign(frame.style, FRAME_STYLE, KINDS[type].style)
  // One page for all card fields, so that the browser's cache has it after the first.
  frame.src = `${base}${KINDS[type].page ?? `field/#${type}`}`
  container.append(frame)
  return { container, frame }
}
