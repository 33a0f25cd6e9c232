import { newId } from '@/sandbox/ids'
import { invalidRequest, invalidState, resourceMissing } from '@/sandbox/stripe/api-error'
import type {
  ConfirmationToken,
  Contact,
  PaymentIntent,
  PaymentMethod,
  StoredToken,
} from '@/sandbox/stripe/objects'
import {
  expand,
  type Metadata,
  oneOf,
  readParameters,
  shipping,
  text,
} from '@/sandbox/stripe/parameters'
import { findPaymentMethod } from '@/sandbox/stripe/payment-methods'
import { RETRIEVE_SHAPE, type Route } from '@/sandbox/stripe/route'
import type { RequestContext } from '@/sandbox/stripe/tables'

/** Optional details of a token besides the payment method. */
interface TokenDetails {
  metadata?: Metadata | null
  return_url?: string | null
  setup_future_usage?: PaymentIntent['setup_future_usage']
  shipping?: Contact | null
}

const lifetimeSeconds = 12 * 3_600

const TEST_SHAPE = {
  expand,
  payment_method: text,
  return_url: text,
  setup_future_usage: oneOf('off_session', 'on_session'),
  shipping,
}

export const TOKEN_ROUTES: Route[] = [
  {
    method: 'GET',
    path: '/v1/confirmation_tokens/:id',
    handle(context, form, id) {
      readParameters(form, RETRIEVE_SHAPE)
      return findToken(context, id).token
    },
  },
  {
    method: 'POST',
    path: '/v1/test_helpers/confirmation_tokens',
    handle(context, form) {
      const { expand: _, payment_method: id, ...details } = readParameters(form, TEST_SHAPE)
      if (!id)
        throw invalidRequest('Missing required param: payment_method.', { param: 'payment_method' })
      return addToken(context, findPaymentMethod(context, id, 'payment_method'), details)
    },
  },
]

/** Stores what a browser has collected, for twelve hours. */
export function addToken(
  context: RequestContext,
  method: PaymentMethod,
  details: TokenDetails = {},
): ConfirmationToken {
  const { billing_details, card, customer, type } = method
  const token: ConfirmationToken = {
    id: newId('ctoken'),
    object: 'confirmation_token',
    created: context.now,
    expires_at: context.now + lifetimeSeconds,
    livemode: false,
    mandate_data: null,
    metadata: details.metadata ?? null,
    payment_intent: null,
    payment_method_options: null,
    payment_method_preview: { billing_details, card, customer, type },
    return_url: details.return_url ?? null,
    setup_future_usage: details.setup_future_usage ?? null,
    setup_intent: null,
    shipping: details.shipping ?? null,
    use_stripe_sdk: true,
  }
  context.tokens.put({ id: token.id, token, method: method.id })
  return token
}

/**
 * Uses a token for an intent, once; returns its confirmation parameters. Throws StripeError for an
 * unknown, expired or used token.
 */
export function consumeToken(context: RequestContext, id: string, intent: PaymentIntent) {
  const { token, method, ...row } = findToken(context, id)
  const param = 'confirmation_token'
  if (token.payment_intent || token.setup_intent) {
    const message = `The provided ConfirmationToken (${id}) was already used to confirm an Intent.`
    throw invalidState(message, { code: 'token_already_used', param })
  }
  if ((token.expires_at ?? 0) <= context.now) {
    throw invalidState(`The provided ConfirmationToken (${id}) has expired.`, { param })
  }
  const updated = { ...token, expires_at: null, payment_intent: intent.id }
  context.tokens.put({ ...row, token: updated, method })
  const { return_url, setup_future_usage, shipping: shippingDetails, use_stripe_sdk } = token
  return {
    payment_method: method,
    use_stripe_sdk,
    ...(return_url && { return_url }),
    ...(setup_future_usage && { setup_future_usage }),
    ...(shippingDetails && { shipping: shippingDetails }),
  }
}

function findToken(context: RequestContext, id: string): StoredToken {
  const found = context.tokens.find(id)
  if (!found) throw resourceMissing('confirmation_token', id, 'confirmation_token')
  return found
}
