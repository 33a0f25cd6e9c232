import { newId } from '@/sandbox/ids'
import { conflicting, missing, refused } from '@/sandbox/stripe/failure'
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
import { ONE, type Route } from '@/sandbox/stripe/route'
import type { Scene } from '@/sandbox/stripe/tables'

/** What a token may carry besides the payment method. */
interface TokenDetails {
  metadata?: Metadata | null
  return_url?: string | null
  setup_future_usage?: PaymentIntent['setup_future_usage']
  shipping?: Contact | null
}

const lifeSeconds = 12 * 3_600

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
    answer(scene, form, id) {
      readParameters(form, ONE)
      return findToken(scene, id).token
    },
  },
  {
    method: 'POST',
    path: '/v1/test_helpers/confirmation_tokens',
    answer(scene, form) {
      const { expand: _, payment_method: id, ...details } = readParameters(form, TEST_SHAPE)
      if (!id) throw refused('Missing required param: payment_method.', { param: 'payment_method' })
      return addToken(scene, findPaymentMethod(scene, id, 'payment_method'), details)
    },
  },
]

/** Keeps what a browser has collected until a server uses it, for twelve hours. */
export function addToken(
  scene: Scene,
  method: PaymentMethod,
  details: TokenDetails = {},
): ConfirmationToken {
  const { billing_details, card, customer, type } = method
  const token: ConfirmationToken = {
    id: newId('ctoken'),
    object: 'confirmation_token',
    created: scene.now,
    expires_at: scene.now + lifeSeconds,
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
  scene.tokens.put({ id: token.id, token, method: method.id })
  return token
}

/**
 * Takes a token for an intent: it can be used this once. What it stands for, as parameters of the
 * confirmation. Throws StripeFailure on a token that is unknown, over or used.
 */
export function takeToken(scene: Scene, id: string, intent: PaymentIntent) {
  const { token, method, ...stored } = findToken(scene, id)
  const param = 'confirmation_token'
  if (token.payment_intent || token.setup_intent) {
    const message = `The provided ConfirmationToken (${id}) was already used to confirm an Intent.`
    throw conflicting(message, { code: 'token_already_used', param })
  }
  if ((token.expires_at ?? 0) <= scene.now) {
    throw conflicting(`The provided ConfirmationToken (${id}) has expired.`, { param })
  }
  const used = { ...token, expires_at: null, payment_intent: intent.id }
  scene.tokens.put({ ...stored, token: used, method })
  const { return_url, setup_future_usage, shipping: parcel, use_stripe_sdk } = token
  return {
    payment_method: method,
    use_stripe_sdk,
    ...(return_url && { return_url }),
    ...(setup_future_usage && { setup_future_usage }),
    ...(parcel && { shipping: parcel }),
  }
}

function findToken(scene: Scene, id: string): StoredToken {
  const found = scene.tokens.find(id)
  if (!found) throw missing('confirmation_token', id, 'confirmation_token')
  return found
}
