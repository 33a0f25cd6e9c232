import { readCookie } from '@/client/browser/cookie'

/** Who has sent this customer, as a link once said: the server keeps it in a cookie. Empty when nobody has. */
export function readReferralCode(): string {
  try {
    return decodeURIComponent(readCookie('referralCode') ?? '')
  } catch {
    return ''
  }
}
