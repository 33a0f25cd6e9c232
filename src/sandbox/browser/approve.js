/**
 * PayPal's approval page, in a popup, a frame or the full window: the payer approves or cancels.
 */

const token = new URLSearchParams(location.search).get('token')
const statusElement = document.querySelector('[role="status"]')
const shop = window.opener ?? (parent !== window ? parent : null)

/** Posts the result to the opener, or redirects to the shop. */
function leave(message, address) {
  if (shop && !shop.closed) {
    shop.postMessage({ sandboxPaypal: message, orderID: token }, location.origin)
    window.close()
  } else if (address) location.assign(address)
}

async function submitDecision(choice) {
  const buttons = document.querySelectorAll('button')
  for (const button of buttons) button.disabled = true
  statusElement.textContent = 'One moment…'
  try {
    const response = await fetch('./', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, choice }),
    })
    if (!response.ok) throw new Error(String(response.status))
    const { back: returnUrl } = await response.json()
    statusElement.textContent = 'You can go back to the shop.'
    leave(choice === 'cancelled' ? 'cancelled' : 'approved', returnUrl)
  } catch {
    statusElement.textContent = 'The answer did not arrive. Try again.'
    for (const button of buttons) button.disabled = false
  }
}

for (const button of document.querySelectorAll('button[value]')) {
  button.addEventListener('click', () => submitDecision(button.value))
  button.disabled = false
}
document.querySelector('button')?.focus()
