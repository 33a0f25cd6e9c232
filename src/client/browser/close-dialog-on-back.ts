import Router from 'next/router'

/**
 * The browser's Back closes an open dialog instead of leaving the page behind it. The dialog may ask
 * first, as for Esc. Returns the cleanup.
 */
export function closeDialogOnBack(): () => void {
  Router.beforePopState(({ as }) => {
    // The return below leads to the page that is shown already.
    if (as === `/checkouts${Router.asPath}`) return false
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    if (!(dialog instanceof HTMLDialogElement)) return true
    // The browser has left the page's entry of the history. A new entry would not do: browsers skip
    // entries that a page adds without a press.
    history.forward()
    // Safari before 18.4 closes without asking.
    if ('requestClose' in dialog) dialog.requestClose()
    else (dialog as HTMLDialogElement).close()
    return false
  })
  return () => Router.beforePopState(() => true)
}
