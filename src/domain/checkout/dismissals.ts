import { decodeUri } from '@/domain/input/decode-uri'

const prefix = 'dismissed-'

/** A session cookie for a dismissed banner, which the server then does not render. */
export const buildDismissalCookie = (name: string): string =>
  `${prefix}${encodeURIComponent(name)}=1; Path=/checkouts; SameSite=Lax`

/** The names of dismissed banners in a Cookie header; one that cannot be decoded, as it is. */
export const readDismissals = (header = ''): string[] =>
  header.split('; ').flatMap(pair => {
    const [name = ''] = pair.split('=')
    if (!name.startsWith(prefix)) return []
    const dismissal = name.slice(prefix.length)
    return [decodeUri(dismissal) ?? dismissal]
  })
