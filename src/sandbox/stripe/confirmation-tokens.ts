import { newId } from '@/sandbox/ids'
import { findRow, invalidState } from '@/sandbox/stripe/api-error'
import type {
  ConfirmationToken,
  PaymentIntent,
  PaymentMethod,
  StoredToken,
} from '@/sandbox/stripe/objects'
import type { RequestContext } from '@/sandbox/stripe/tables'

const lifetimeSeconds = 12 * 3_600

/** Stores what a browser has collected, for twelve hours. */
export function addToken(
  context: RequestContext,
  method: PaymentMethod,
  returnUrl: string | null,
): ConfirmationToken {
  const { billing_details, card, customer, type } = method
  const token: ConfirmationToken = {
    id: newId('ctoken'),
    object: 'confirmation_token',
    created: context.now,
    expires_at: context.now + lifetimeSeconds,
    livemode: false,
    payment_intent: null,
    payment_method_preview: { billing_details, card, customer, type },
    return_url: returnUrl,
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
  const { token, method } = findToken(context, id)
  const param = 'confirmation_token'
  if (token.payment_intent) {
    const message = `The provided ConfirmationToken (${id}) was already used to confirm an Intent.`
    throw invalidState(message, { code: 'token_already_used', param })
  }
  if ((token.expires_at ?? 0) <= context.now) {
    throw invalidState(`The provided ConfirmationToken (${id}) has expired.`, { param })
  }
  const updated = { ...token, expires_at: null, payment_intent: intent.id }
  context.tokens.put({ id, token: updated, method })
  const { return_url, use_stripe_sdk } = token
  return { payment_method: method, use_stripe_sdk, ...(return_url && { return_url }) }
}

export const findToken = (context: RequestContext, id: string): StoredToken =>
  findRow(context.tokens, 'confirmation_token', id, 'confirmation_token')
