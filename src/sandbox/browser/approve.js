/**
 * PayPal's approval page, in a popup, a frame or the full window: the payer approves or cancels.
 */
import { offerDecision } from './decision.js'

const token = new URLSearchParams(location.search).get('token')
const shop = window.opener ?? (parent !== window ? parent : null)

/** Posts the result to the opener, or redirects to the shop. */
function leave({ back: returnUrl }, choice) {
  if (shop && !shop.closed) {
    const message = choice === 'cancelled' ? 'cancelled' : 'approved'
    shop.postMessage({ sandboxPaypal: message, orderID: token }, location.origin)
    window.close()
  } else if (returnUrl) location.assign(returnUrl)
}

offerDecision('One moment…', choice => ({ token, choice }), leave)
