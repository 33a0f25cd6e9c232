/** Changes the query of the page's address, and of where the router goes back to. */
export function changeQuery(change: (query: URLSearchParams) => void): void {
  const url = new URL(location.href)
  change(url.searchParams)
  const as = url.pathname + url.search + url.hash
  if (as === location.pathname + location.search + location.hash) return
  history.replaceState({ ...history.state, url: as, as }, '', as)
}
