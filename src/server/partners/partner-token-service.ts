import type { Infer } from '@/contract/api-call'
import type { addPartnerToken, readPartnerToken } from '@/contract/partners'
import { maskEmail } from '@/domain/input/mask-email'
import { type PartnerOffer, partnerFailures } from '@/domain/links/partner-offer'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { findCheckoutId, loadCheckout } from '@/server/checkout/checkout-repository'
import type { PartnerTokenRow } from '@/server/db/tables/partners'
import { tokenCookie } from '@/server/http/cookies'
import { parseCookie } from '@/server/http/request'
import { attachPartnerToken } from '@/server/partners/attach'
import { loadPartnerToken, toPartnerOffer } from '@/server/partners/tokens'

type ReadTokenInput = Pick<Input<undefined, undefined>, 'params' | 'address' | 'header'>

/**
 * The offer of a partner's token. Name and email are masked unless the caller's checkout has the
 * token. Throws `not_found` or `rate_limited`.
 */
export async function readPartnerOffer(
  backend: Backend,
  { params, address, header }: ReadTokenInput,
): Promise<Infer<typeof readPartnerToken.response>> {
  const row = await loadPartnerToken(backend, params['id'] ?? '', address)
  const offer = toPartnerOffer(row)
  return (await isHolder(backend, row, header('cookie'))) ? offer : maskOffer(offer)
}

async function isHolder(
  { db }: Backend,
  { checkoutId }: PartnerTokenRow,
  cookies: string | undefined,
): Promise<boolean> {
  const token = parseCookie(cookies, tokenCookie)
  if (!checkoutId || !token) return false
  return (await findCheckoutId(db, token)) === checkoutId
}

const maskOffer = (offer: PartnerOffer): PartnerOffer => ({
  ...offer,
  customer_email: maskEmail(offer.customer_email),
  customer_first_name: maskName(offer.customer_first_name),
  customer_last_name: maskName(offer.customer_last_name),
})

const maskName = (name: string): string => name && `${[...name][0]}***`

type AddTokenInput = Pick<
  Input<undefined, Infer<typeof addPartnerToken.body>>,
  'params' | 'body' | 'address'
>

/**
 * Attaches a partner's token to a checkout; `message` is `Added.` or the failure (docs/partners.md,
 * Failures). Throws `not_found` for an unknown checkout, `rate_limited` after too many wrong
 * tokens.
 */
export async function addPartnerTokenToCheckout(
  backend: Backend,
  { params, body, address }: AddTokenInput,
): Promise<Infer<typeof addPartnerToken.response>> {
  const token = params['token'] ?? ''
  await loadCheckout(backend, token)
  const failure = await attachPartnerToken(backend, token, {
    rawToken: body.partner_token,
    address,
  })
  return { success: failure === null, message: failure ? partnerFailures[failure] : 'Added.' }
}
