export const dismissalPrefix = 'dismissed-'

/** A session cookie for a dismissed banner, which the server then does not render. */
export const buildDismissalCookie = (name: string): string =>
  `${dismissalPrefix}${encodeURIComponent(name)}=1; Path=/checkouts; SameSite=Lax`
