import { cookieNamed } from '@/client/browser/cookie'

/** Who has sent this customer, as a link once said: the server keeps it in a cookie. Empty when nobody has. */
export function referralCode(): string {
  try {
    return decodeURIComponent(cookieNamed('referralCode') ?? '')
  } catch {
    return ''
  }
}
