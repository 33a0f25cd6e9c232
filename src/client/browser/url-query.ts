/** Changes the query of the page's address and of the router's history entry. */
export function updateQuery(update: (query: URLSearchParams) => void): void {
  const url = new URL(location.href)
  update(url.searchParams)
  const path = url.pathname + url.search + url.hash
  if (path === location.pathname + location.search + location.hash) return
  history.replaceState({ ...history.state, url: path, as: path }, '', path)
}
