/** The wallet's sheet over the shop: the customer pays with a test card, or cancels. */
import { callProvider } from './provider-call.js'

const statusElement = document.querySelector('[role="status"]')
const choices = [...document.querySelectorAll('button')]
const nextYear = new Date().getFullYear() + 1
let port
let wallet
let chosenCard

function finish(answer) {
  for (const button of choices) button.disabled = true
  if (answer === 'agreed') statusElement.textContent = 'Paying…'
  port.postMessage({ type: 'answer', answer })
}

async function createToken({ params }) {
  const card = { number: chosenCard, exp_month: 12, exp_year: nextYear, cvc: null }
  const body = { card, wallet, params }
  const result = await callProvider('../confirmation-tokens/', body, 'confirmationToken')
  port.postMessage({ type: 'token', result })
}

for (const button of choices) {
  button.addEventListener('click', () => {
    chosenCard = button.value
    finish(chosenCard ? 'agreed' : 'cancelled')
  })
}

addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && port && !chosenCard) finish('cancelled')
})

addEventListener('message', event => {
  if (event.origin !== location.origin || event.source !== parent || port) return
  port = event.ports[0]
  port.onmessage = ({ data }) => data.type === 'token' && createToken(data)
  wallet = event.data.wallet
  document.querySelector('h1').textContent = `Test ${event.data.name}`
  document.querySelector('strong').textContent = event.data.total
  for (const button of choices) button.disabled = false
  choices[0].focus()
})
