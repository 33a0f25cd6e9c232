/** webpack's loader of chunks. */
declare const __webpack_require__: { e: (id: number | string) => Promise<unknown> }

/**
 * Milliseconds between two tries; later parts wait no longer than this for the styles, because they
 * work without them, too.
 */
const waitMs = 3_000

const findFirstStyles = () => document.querySelector<HTMLElement>('style[data-sheet]')

/** Whether the page still has the styles of its first view only. */
export const lacksStyles = (): boolean => findFirstStyles() !== null

/**
 * Adds the whole style sheet to a page that came with the styles of its first view only. Parts
 * whose code loads later appear with their styles.
 */
export function loadAllStyles(): void {
  const style = findFirstStyles()
  if (!style) return
  const styled = new Promise<void>(resolve => {
    addSheet(style, resolve)
    setTimeout(resolve, waitMs)
  })
  const loadChunk = __webpack_require__.e
  __webpack_require__.e = id => Promise.all([loadChunk(id), styled])
}

/** Adds the sheet that the styles are a part of; asks again when it did not load. */
function addSheet(style: HTMLElement, onLoad: () => void): void {
  const href = style.dataset['sheet']
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  link.onload = () => {
    style.removeAttribute('data-sheet')
    onLoad()
  }
  link.onerror = () => {
    link.remove()
    setTimeout(addSheet, waitMs, style, onLoad)
  }
  document.head.append(link)
}
