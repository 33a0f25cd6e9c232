/** The raw value of a cookie readable by scripts; undefined without one. */
export const readCookie = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find(cookie => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** Deletes one of our cookies. */
export function deleteCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie = `${name}=; Path=/checkouts; Max-Age=0; SameSite=Lax`
}
