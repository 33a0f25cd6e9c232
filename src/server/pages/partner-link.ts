import type { GetServerSidePropsContext } from 'next'
import type { WireCheckout } from '@/contract/checkout'
import {
  launchOf,
  launchParameters,
  partnerParameter,
  partnerTokenIn,
} from '@/domain/links/launch-params'
import { type PartnerFailure, partnerMoved } from '@/domain/links/partner-offer'
import type { Backend } from '@/server/backend'
import { edit } from '@/server/checkout/checkout-service'
import { addressOf, headerOf } from '@/server/http/request'
import { Failure } from '@/server/infra/api-error'
import { firstState } from '@/server/links/initial-state'
import { kept, type Pairs } from '@/server/pages/page-response'
import { attach, told, whyNot } from '@/server/partners/attach'

/** What became of a partner's link, of this visit or of an earlier one. */
export interface PartnerLink {
  failure: PartnerFailure | null
  /** A checkout was begun for it: what else the link says is in it. */
  isBegun: boolean
}

/**
 * Takes what a partner's link brings; undefined when the address is none, and there is nothing to tell of an
 * earlier one. A link that is empty leaves the address all the same. Nobody sees whose token it is
 * before a checkout has it, so one is begun when there is none. Why it cannot be had is told, and no dead end.
 */
export async function acceptPartner(
  open: Backend,
  context: GetServerSidePropsContext,
  checkout: WireCheckout | null,
  begin: () => Promise<string>,
): Promise<PartnerLink | undefined> {
  const { req, query } = context
  if (req.method === 'POST') return undefined
  const given = partnerTokenIn(query)
  const hasMoved = given === null && (await isToldOfMove(open, checkout))
  if (hasMoved) return { failure: told(open, 'moved'), isBegun: false }
  if (given === null)
    return query[partnerParameter] === undefined ? undefined : { failure: null, isBegun: false }
  const asking = { given, address: addressOf(req, open.env.trustedProxies) }
  try {
    if (checkout) return { failure: await attachHere(open, checkout, asking), isBegun: false }
    const state = firstState(open, headerOf(req), launchOf(query))
    const failure = await whyNot(open, asking, state)
    if (failure) return { failure, isBegun: false }
    return { failure: await attach(open, await begin(), asking), isBegun: true }
  } catch (error) {
    if (error instanceof Failure) return { failure: notTaken(open, error), isBegun: false }
    throw error
  }
}

/** Why a link cannot be had is enough to tell of an order that has lost its partner before. */
async function attachHere(
  open: Backend,
  checkout: WireCheckout,
  asking: Parameters<typeof attach>[2],
): Promise<PartnerFailure | null> {
  const failure = await attach(open, checkout.token, asking)
  if (failure) await isToldOfMove(open, checkout)
  return failure
}

/** Whether the order's partner has moved to another one since its customer was here: that is told once. */
async function isToldOfMove(open: Backend, checkout: WireCheckout | null): Promise<boolean> {
  if (checkout?.status !== 'processing' || checkout.state.partner !== partnerMoved) return false
  try {
    await edit(open, checkout.token, ({ partner }) =>
      partner === partnerMoved ? { partner: null } : {},
    )
    return true
  } catch (error) {
    // It is told with another page.
    if (error instanceof Failure) return false
    throw error
  }
}

/** After too many wrong ones nobody is told whether this one is right. */
const notTaken = (open: Backend, { code }: Failure): PartnerFailure =>
  told(open, code === 'rate_limited' ? 'often' : 'token')

/** The address without the link, and without what a checkout begun for it has taken over. */
export const withoutPartnerLink = (
  context: GetServerSidePropsContext,
  { isBegun }: PartnerLink,
): Pairs => kept(context, [partnerParameter, 'partner', ...(isBegun ? launchParameters : [])])

/** What the page says of it; of what went well, the partner's name is enough. */
export const tellPartner = ({ failure }: Pick<PartnerLink, 'failure'>): Record<string, string> =>
  failure === null ? {} : { partner: failure }
