const prefix = 'dismissed-'

/** The cookie that keeps, until the browser is closed, that something was put away: it is not served again. */
export const buildDismissalCookie = (name: string): string =>
  `${prefix}${encodeURIComponent(name)}=1; Path=/checkouts; SameSite=Lax`

/** The names of what has been put away, from the Cookie header. */
export const readDismissals = (header = ''): string[] =>
  header.split('; ').flatMap(pair => {
    const [name = ''] = pair.split('=')
    return name.startsWith(prefix) ? [decodeName(name.slice(prefix.length))] : []
  })

/** Cookies can be written by anybody: what is not ours stays as it is. */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
