/** The 3-D Secure challenge over the whole page. */

const DIALOG_STYLE = {
  position: 'fixed',
  inset: '0',
  width: '100vw',
  height: '100dvh',
  maxWidth: 'none',
  maxHeight: 'none',
  margin: '0',
  padding: '0',
  border: 'none',
  background: 'rgba(0, 0, 0, 0.55)',
  overflow: 'hidden',
}
const PAGE_STYLE = { border: 'none', width: '100%', height: '100%', display: 'block' }
const CLOSE_STYLE = {
  position: 'absolute',
  insetBlockStart: '12px',
  insetInlineEnd: '12px',
  width: '44px',
  height: '44px',
  border: 'none',
  borderRadius: '22px',
  background: '#fff',
  color: '#1a1a1a',
  fontSize: '24px',
  lineHeight: '1',
  cursor: 'pointer',
}

function createCloseButton(onClick) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = '\u00d7'
  button.setAttribute('aria-label', 'Close authentication')
  Object.assign(button.style, CLOSE_STYLE)
  button.addEventListener('click', onClick)
  return button
}

/** Resolves with `finished` when the challenge was answered, `abandoned` when it was closed. */
export function showChallenge(url) {
  return new Promise(resolve => {
    const dialog = document.createElement('dialog')
    dialog.setAttribute('aria-label', 'Card authentication')
    Object.assign(dialog.style, DIALOG_STYLE)
    const frame = document.createElement('iframe')
    frame.title = 'Card authentication'
    frame.src = url
    Object.assign(frame.style, PAGE_STYLE)
    const finish = result => {
      removeEventListener('message', onMessage)
      dialog.close()
      dialog.remove()
      resolve(result)
    }
    const onMessage = ({ data, source, origin }) => {
      if (source !== frame.contentWindow || origin !== location.origin) return
      if (data === 'challenge finished') finish('finished')
      if (data === 'challenge closed') finish('abandoned')
    }
    addEventListener('message', onMessage)
    dialog.addEventListener('cancel', event => {
      event.preventDefault()
      finish('abandoned')
    })
    frame.addEventListener('load', () => frame.contentWindow?.focus())
    dialog.append(
      frame,
      createCloseButton(() => finish('abandoned')),
    )
    document.body.append(dialog)
    dialog.showModal()
  })
}
