/** The 3-D Secure challenge over the whole page. */
import { openFrameDialog } from './frame-dialog.js'

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
    const { dialog, frame } = openFrameDialog('Card authentication', url)
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
    dialog.append(createCloseButton(() => finish('abandoned')))
  })
}
