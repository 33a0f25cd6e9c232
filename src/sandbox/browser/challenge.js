/** The bank's 3-D Secure page, in a frame over the shop or full-page. */

const challenge = new URLSearchParams(location.search).get('challenge')
const status = document.querySelector('[role="status"]')
const isFramed = parent !== window

function leave(message, returnUrl) {
  if (isFramed) parent.postMessage(message, location.origin)
  else if (returnUrl) location.assign(returnUrl)
}

async function submitDecision(outcome) {
  const buttons = document.querySelectorAll('button')
  for (const button of buttons) button.disabled = true
  status.textContent = 'Checking…'
  try {
    const response = await fetch('./', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ challenge, outcome }),
    })
    if (!response.ok) throw new Error(String(response.status))
    const { return_url: returnUrl } = await response.json()
    status.textContent = 'You can go back to the shop.'
    leave('challenge finished', returnUrl)
  } catch {
    status.textContent = 'The answer did not arrive. Try again.'
    for (const button of buttons) button.disabled = false
  }
}

for (const button of document.querySelectorAll('button[value]')) {
  button.addEventListener('click', () => submitDecision(button.value))
  button.disabled = false
}
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && isFramed) leave('challenge closed')
})
document.querySelector('button')?.focus()
