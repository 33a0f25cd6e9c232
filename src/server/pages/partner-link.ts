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

/** The result of a partner's link, of this visit or an earlier one. */
export interface PartnerLink {
  failure: PartnerFailure | null
  /** A checkout was created for the link and contains its other parameters. */
  isCheckoutCreated: boolean
}

/**
 * Accepts a partner's link. Returns undefined without one, unless an earlier one has a notice left.
 * An empty link is also removed from the address. Partner data is shown only to a checkout with the
 * token, so a checkout is created if there is none. A failure becomes a notice and never blocks the
 * customer. Throws `rate_limited` after too many beginnings.
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
  } catch (error) {
    return { failure: toPartnerFailure(backend, error), isCheckoutCreated: false }
  }
  const token = await beginCheckout()
  try {
    return {
      failure: await attachPartnerToken(backend, token, attachInput),
      isCheckoutCreated: true,
    }
  } catch (error) {
    return { failure: toPartnerFailure(backend, error), isCheckoutCreated: true }
  }
}

/** The failure of the link replaces the notice that an earlier partner has moved. */
async function attachToCheckout(
  backend: Backend,
  checkout: WireCheckout,
  attachInput: Parameters<typeof attachPartnerToken>[2],
): Promise<PartnerFailure | null> {
  const failure = await attachPartnerToken(backend, checkout.token, attachInput)
  if (failure) await clearMovedPartner(backend, checkout)
  return failure
}

/**
 * Clears the mark that the partner's token has moved to another order, and returns whether it was
 * set: the notice is shown once.
 */
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
    // The next page shows the notice.
    if (error instanceof ApiError) return false
    throw error
  }
}

/**
 * After too many wrong tokens the answer does not reveal whether this one is right. Throws any other
 * error.
 */
function toPartnerFailure(backend: Backend, error: unknown): PartnerFailure {
  if (!(error instanceof ApiError)) throw error
  return reportPartnerFailure(backend, error.code === 'rate_limited' ? 'often' : 'token')
}

/**
 * The query parameters without the partner's token, and without the launch parameters that a
 * created checkout contains.
 */
export const omitPartnerParams = (
  context: GetServerSidePropsContext,
  { isCheckoutCreated }: PartnerLink,
): QueryPairs =>
  omitQueryParams(context, [
    partnerParameter,
    'partner',
    ...(isCheckoutCreated ? launchParameters : []),
  ])

/** The parameter of the notice; none on success, because the page shows the partner's name. */
export const toPartnerParams = ({
  failure,
}: Pick<PartnerLink, 'failure'>): Record<string, string> =>
  failure === null ? {} : { partner: failure }
