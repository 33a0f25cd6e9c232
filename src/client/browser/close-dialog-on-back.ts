import Router from 'next/router'

/**
 * The browser's Back closes an open dialog instead of leaving the page behind it: the dialog may ask
 * first, as for Esc. Between the photos of a page, Back retains the scroll position. Returns the
 * cleanup.
 */
export function closeDialogOnBack(): () => void {
  Router.beforePopState(({ as }) => {
    const shown = `/checkouts${Router.asPath}`
    // The return below leads to the page that is shown already.
    if (as === shown) return false
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    if (!(dialog instanceof HTMLDialogElement)) return !showOtherPhoto(as, shown)
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

/**
 * Opens an address that differs from the shown one in the open photo only; false for another page.
 * The router would load the page again and scroll to its top.
 */
function showOtherPhoto(address: string, shown: string): boolean {
  if (withoutPhoto(address) !== withoutPhoto(shown)) return false
  const options = { shallow: true, scroll: false }
  void Router.replace(address.replace(/^\/checkouts/, ''), undefined, options)
  return true
}

function withoutPhoto(address: string): string {
  const url = new URL(address, location.href)
  url.searchParams.delete('doc')
  return url.href
}
