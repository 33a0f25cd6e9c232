const prefix = 'dismissed-'

/** A session cookie for a dismissed banner, which the server then does not render. */
export const buildDismissalCookie = (name: string): string =>
  `${prefix}${encodeURIComponent(name)}=1; Path=/checkouts; SameSite=Lax`

/** The names of dismissed banners in a Cookie header. */
export const readDismissals = (header = ''): string[] =>
  header.split('; ').flatMap(pair => {
    const [name = ''] = pair.split('=')
    return name.startsWith(prefix) ? [decodeName(name.slice(prefix.length))] : []
  })

/** Clients can send any cookie: a name that cannot be decoded is returned as it is. */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
