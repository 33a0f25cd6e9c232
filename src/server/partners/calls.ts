import { eq } from 'drizzle-orm'
import type { Infer } from '@/contract/call'
import type { addPartnerToken, readPartnerToken } from '@/contract/partners'
import { type PartnerOffer, partnerFailures } from '@/domain/links/partner-offer'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { stored } from '@/server/checkout/checkout-repository'
import { checkouts } from '@/server/db/tables/checkouts'
import type { PartnerTokenRow } from '@/server/db/tables/partners'
import { tokenCookie } from '@/server/http/cookies'
import { cookieIn } from '@/server/http/request'
import { hashOf } from '@/server/infra/tokens'
import { attach } from '@/server/partners/attach'
import { offerOf, tokenRow } from '@/server/partners/tokens'

type Get = Pick<Input<undefined, undefined>, 'params' | 'address' | 'header'>

/** What a partner's token arranges; whose it is only the checkout that has it is told. */
export async function customerGet(
  backend: Backend,
  { params, address, header }: Get,
): Promise<Infer<typeof readPartnerToken.answer>> {
  const row = await tokenRow(backend, params.id ?? '', address)
  const offer = offerOf(row)
  return (await isHolder(backend, row, header('cookie'))) ? offer : masked(offer)
}

async function isHolder(
  { db }: Backend,
  { checkoutId }: PartnerTokenRow,
  cookies: string | undefined,
): Promise<boolean> {
  const token = cookieIn(cookies, tokenCookie)
  if (!checkoutId || !token) return false
  const [row] = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(eq(checkouts.tokenHash, hashOf(token)))
  return row?.id === checkoutId
}

const masked = (offer: PartnerOffer): PartnerOffer => ({
  ...offer,
  customer_email: offer.customer_email.replace(/^(.).*@/, '$1***@'),
  customer_first_name: initialOf(offer.customer_first_name),
  customer_last_name: initialOf(offer.customer_last_name),
})

const initialOf = (name: string): string => name && `${[...name][0]}***`

type Add = Pick<Input<undefined, Infer<typeof addPartnerToken.body>>, 'params' | 'body' | 'address'>

/** Makes a checkout its partner's order, or answers with why not, in SPEC 8's words. */
export async function addToken(
  backend: Backend,
  { params, body, address }: Add,
): Promise<Infer<typeof addPartnerToken.answer>> {
  const token = params.token ?? ''
  await stored(backend, token)
  const failure = await attach(backend, token, { given: body.partner_token, address })
  return { success: failure === null, message: failure ? partnerFailures[failure] : 'Added.' }
}
