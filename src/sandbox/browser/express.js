/** The wallets' buttons, in a frame. */

const TITLES = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' }
const buttons = document.getElementById('buttons')
let port

function createButton(wallet, { height, radius }) {
  const button = document.createElement('button')
  const note = document.createElement('small')
  button.type = 'button'
  button.className = wallet
  button.style.height = `${height}px`
  if (radius) button.style.borderRadius = radius
  note.textContent = 'test'
  button.append(TITLES[wallet], ' ', note)
  button.addEventListener('click', () => port.postMessage({ type: 'click', wallet }))
  return button
}

function update({ wallets, columns, ...look }) {
  const columnCount = Math.min(columns || wallets.length, wallets.length)
  buttons.style.gridTemplateColumns = `repeat(${Math.max(columnCount, 1)}, minmax(0, 1fr))`
  buttons.replaceChildren(...wallets.map(wallet => createButton(wallet, look)))
  port.postMessage({ type: 'height', height: buttons.offsetHeight })
}

const COMMANDS = {
  update: ({ options }) => update(options),
  focus: () => buttons.querySelector('button')?.focus(),
}

addEventListener('message', event => {
  if (event.origin !== location.origin || event.source !== parent || port) return
  port = event.ports[0]
  port.onmessage = ({ data }) => COMMANDS[data.type]?.(data)
  update(event.data.options)
  port.postMessage({ type: 'ready' })
})
