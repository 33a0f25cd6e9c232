import { readCookie } from '@/client/browser/cookie'

/** The referral code from a link, which the server stores in a cookie. Empty without one. */
export function readReferralCode(): string {
  try {
    return decodeURIComponent(readCookie('referralCode') ?? '')
  } catch {
    return ''
  }
}
