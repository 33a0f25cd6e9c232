/** What stands in a cookie that pages may read, as it was written there; undefined without one. */
export const readCookie = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find(cookie => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** Takes a cookie of ours away from the browser. */
export function deleteCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie = `${name}=; Path=/checkouts; Max-Age=0; SameSite=Lax`
}
