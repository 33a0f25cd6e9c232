/** The buttons of a page on which the customer decides; the choice is posted to the page itself. */

const statusElement = document.querySelector('[role="status"]')
const buttons = [...document.querySelectorAll('button')]

/** Posts the chosen button's `value` with `toBody`, and passes the answer on. */
export function offerDecision(waitText, toBody, onAnswer) {
  const submit = async choice => {
    for (const button of buttons) button.disabled = true
    statusElement.textContent = waitText
    try {
      const response = await fetch('./', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(toBody(choice)),
      })
      if (!response.ok) throw new Error(String(response.status))
      const answer = await response.json()
      statusElement.textContent = 'You can go back to the shop.'
      onAnswer(answer, choice)
    } catch {
      statusElement.textContent = 'The answer did not arrive. Try again.'
      for (const button of buttons) button.disabled = false
    }
  }
  for (const button of buttons) {
    button.addEventListener('click', () => submit(button.value))
    button.disabled = false
  }
  buttons[0]?.focus()
}
