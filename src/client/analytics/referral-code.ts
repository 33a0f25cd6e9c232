import { readCookie } from '@/client/browser/cookie'
import { decodeUri } from '@/domain/input/decode-uri'

/** The referral code from a link, which the server stores in a cookie. Empty without one. */
export const readReferralCode = (): string => decodeUri(readCookie('referralCode') ?? '') ?? ''
