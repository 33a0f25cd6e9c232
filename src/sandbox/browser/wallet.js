/** The wallet's own window over the shop: the customer agrees to pay with one of the test cards, or does not. */
import { providerCall } from './provider-call.js'

const told = document.querySelector('[role="status"]')
const choices = [...document.querySelectorAll('button')]
const nextYear = new Date().getFullYear() + 1
let port
let wallet
let chosen

function end(answer) {
  for (const button of choices) button.disabled = true
  if (answer === 'agreed') told.textContent = 'Paying…'
  port.postMessage({ type: 'answer', answer })
}

async function token({ params }) {
  const card = { number: chosen, exp_month: 12, exp_year: nextYear, cvc: null }
  const body = { card, wallet, params }
  const result = await providerCall('confirmation-tokens', body, 'confirmationToken')
  port.postMessage({ type: 'token', result })
}

for (const button of choices) {
  button.addEventListener('click', () => {
    chosen = button.value
    end(chosen ? 'agreed' : 'cancelled')
  })
}

addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && port && !chosen) end('cancelled')
})

addEventListener('message', event => {
  if (event.origin !== location.origin || event.source !== parent || port) return
  port = event.ports[0]
  port.onmessage = ({ data }) => data.type === 'token' && token(data)
  wallet = event.data.wallet
  document.querySelector('h1').textContent = `Test ${event.data.name}`
  document.querySelector('strong').textContent = event.data.total
  for (const button of choices) button.disabled = false
  choices[0].focus()
})
