/** The bank's 3-D Secure page, in a frame over the shop or full-page. */
import { offerDecision } from './decision.js'

const challenge = new URLSearchParams(location.search).get('challenge')
const isFramed = parent !== window

function leave({ return_url: returnUrl }) {
  if (isFramed) parent.postMessage('challenge finished', location.origin)
  else if (returnUrl) location.assign(returnUrl)
}

offerDecision('Checking…', outcome => ({ challenge, outcome }), leave)
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && isFramed) parent.postMessage('challenge closed', location.origin)
})
