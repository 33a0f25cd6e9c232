/** A page of the provider over the whole shop. */

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

/** Opens a dialog with a frame, which shows nothing without a URL; both have the label. */
export function openFrameDialog(label, url) {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', label)
  Object.assign(dialog.style, DIALOG_STYLE)
  const frame = document.createElement('iframe')
  frame.title = label
  if (url) frame.src = url
  Object.assign(frame.style, PAGE_STYLE)
  dialog.append(frame)
  document.body.append(dialog)
  dialog.showModal()
  return { dialog, frame }
}
