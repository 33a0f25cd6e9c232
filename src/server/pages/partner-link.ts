import type { GetServerSidePropsContext } from 'next'
import type { WireCheckout } from '@/contract/checkout'
import {
  launchParameters,
  parseLaunch,
  partnerParameter,
  readPartnerTokenParam,
} from '@/domain/links/launch-params'
import { type PartnerFailure, partnerMoved } from '@/domain/links/partner-offer'
import type { Backend } from '@/server/backend'
import { updateCheckout } from '@/server/checkout/checkout-service'
import { createHeaderReader, resolveClientAddress } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { buildInitialState } from '@/server/links/initial-state'
import { omitQueryParams, type QueryPairs } from '@/server/pages/page-response'
import {
  attachPartnerToken,
  findAttachFailure,
  reportPartnerFailure,
} from '@/server/partners/attach'

/** What became of a partner's link, of this visit or of an earlier one. */
export interface PartnerLink {
  failure: PartnerFailure | null
  /** A checkout was begun for it: what else the link says is in it. */
  isCheckoutCreated: boolean
}

/**
 * Takes what a partner's link brings; undefined when the address is none, and there is nothing to tell of an
 * earlier one. A link that is empty leaves the address all the same. Nobody sees whose token it is
 * before a checkout has it, so one is begun when there is none. Why it cannot be had is told, and no dead end.
 */
export async function acceptPartner(
  backend: Backend,
  context: GetServerSidePropsContext,
  checkout: WireCheckout | null,
  beginCheckout: () => Promise<string>,
): Promise<PartnerLink | undefined> {
  const { req, query } = context
  if (req.method === 'POST') return undefined
  const rawToken = readPartnerTokenParam(query)
  const hasMoved = rawToken === null && (await clearMovedPartner(backend, checkout))
  if (hasMoved) return { failure: reportPartnerFailure(backend, 'moved'), isCheckoutCreated: false }
  if (rawToken === null)
    return query[partnerParameter] === undefined
      ? undefined
      : { failure: null, isCheckoutCreated: false }
  const attachInput = {
    rawToken,
    address: resolveClientAddress(req, backend.env.trustedProxies),
  }
  try {
    if (checkout)
      return {
        failure: await attachToCheckout(backend, checkout, attachInput),
        isCheckoutCreated: false,
      }
    const state = buildInitialState(backend, createHeaderReader(req), parseLaunch(query))
    const failure = await findAttachFailure(backend, attachInput, state)
    if (failure) return { failure, isCheckoutCreated: false }
    return {
      failure: await attachPartnerToken(backend, await beginCheckout(), attachInput),
      isCheckoutCreated: true,
    }
  } catch (error) {
    if (error instanceof ApiError)
      return { failure: toPartnerFailure(backend, error), isCheckoutCreated: false }
    throw error
  }
}

/** Why a link cannot be had is enough to tell of an order that has lost its partner before. */
async function attachToCheckout(
  backend: Backend,
  checkout: WireCheckout,
  attachInput: Parameters<typeof attachPartnerToken>[2],
): Promise<PartnerFailure | null> {
  const failure = await attachPartnerToken(backend, checkout.token, attachInput)
  if (failure) await clearMovedPartner(backend, checkout)
  return failure
}

/** Whether the order's partner has moved to another one since its customer was here: that is told once. */
async function clearMovedPartner(
  backend: Backend,
  checkout: WireCheckout | null,
): Promise<boolean> {
  if (checkout?.status !== 'processing' || checkout.state.partner !== partnerMoved) return false
  try {
    await updateCheckout(backend, checkout.token, ({ partner }) =>
      partner === partnerMoved ? { partner: null } : {},
    )
    return true
  } catch (error) {
    // It is told with another page.
    if (error instanceof ApiError) return false
    throw error
  }
}

/** After too many wrong ones nobody is told whether this one is right. */
const toPartnerFailure = (backend: Backend, { code }: ApiError): PartnerFailure =>
  reportPartnerFailure(backend, code === 'rate_limited' ? 'often' : 'token')

/** The address without the link, and without what a checkout begun for it has taken over. */
export const omitPartnerParams = (
  context: GetServerSidePropsContext,
  { isCheckoutCreated }: PartnerLink,
): QueryPairs =>
  omitQueryParams(context, [
    partnerParameter,
    'partner',
    ...(isCheckoutCreated ? launchParameters : []),
  ])

/** What the page says of it; of what went well, the partner's name is enough. */
export const toPartnerParams = ({
  failure,
}: Pick<PartnerLink, 'failure'>): Record<string, string> =>
  failure === null ? {} : { partner: failure }
