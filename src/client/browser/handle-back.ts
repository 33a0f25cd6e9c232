import Router from 'next/router'

/**
 * The browser's Back closes an open dialog instead of leaving the page behind it: the dialog may ask
 * first, as for Esc. Between the photos of a page, Back retains the scroll position. Returns the
 * cleanup.
 */
export function handleBack(): () => void {
  Router.beforePopState(({ as }) => {
    const entry = new URL(as, location.href)
    const shown = new URL(`/checkouts${Router.asPath}`, location.href)
    // The other parameters come from the customer's link, and some are removed after the load.
    const isShownPage = entry.pathname === shown.pathname
    // The return below leads to what is shown already.
    if (isShownPage && getPhoto(entry) === getPhoto(shown)) return false
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    if (dialog instanceof HTMLDialogElement) returnAndClose(dialog)
    else if (isShownPage) showEntry(as)
    else return true
    return false
  })
  return () => Router.beforePopState(() => true)
}

const getPhoto = ({ searchParams }: URL): string | null => searchParams.get('doc')

/**
 * The browser has left the page's entry of the history. A new entry would not do: browsers skip
 * entries that a page adds without a press.
 */
function returnAndClose(dialog: HTMLDialogElement): void {
  history.forward()
  // Safari before 18.4 closes without asking.
  if ('requestClose' in dialog) dialog.requestClose()
  else (dialog as HTMLDialogElement).close()
}

/** The router by itself would load the page again and scroll to its top. */
function showEntry(address: string): void {
  const options = { shallow: true, scroll: false }
  void Router.replace(address.replace(/^\/checkouts/, ''), undefined, options)
}
