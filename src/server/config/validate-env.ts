type Variables = Record<string, string | undefined>

/**
 * Checks settings that exclude or need each other before a shop takes real money. Throws one
 * sentence that names the settings, never their values.
 */
export function validateEnv(variables: Variables): void {
  for (const { isWrong, message } of checks) if (isWrong(variables)) throw new Error(message)
}

interface Check {
  isWrong: (variables: Variables) => boolean
  message: string
}

const isLive = (key: string | undefined): boolean => /^(?:sk|rk|pk)_live_/.test(key ?? '')
const isTest = (key: string | undefined): boolean => /^(?:sk|rk|pk)_test_/.test(key ?? '')
const isSet = (value: string | undefined): boolean => value !== undefined && value !== ''
const isWrongKind = (key: string | undefined, kind: RegExp): boolean =>
  isSet(key) && !kind.test(key ?? '')

/**
 * A production server with live keys: reached by customers and by webhooks, unlike a developer's
 * machine.
 */
const canTakeRealMoney = ({ NODE_ENV, PAYMENTS, STRIPE_SECRET_KEY }: Variables): boolean =>
  NODE_ENV === 'production' && PAYMENTS !== 'sandbox' && isLive(STRIPE_SECRET_KEY)

const checks: Check[] = [
  {
    isWrong: ({ PAYMENTS, STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY }) =>
      PAYMENTS === 'sandbox' && (isLive(STRIPE_SECRET_KEY) || isLive(STRIPE_PUBLISHABLE_KEY)),
    message: 'PAYMENTS=sandbox takes no money: remove it, or the live Stripe keys.',
  },
  {
    // Every browser sees this key: a secret key here would be exposed.
    isWrong: ({ STRIPE_PUBLISHABLE_KEY }) => isWrongKind(STRIPE_PUBLISHABLE_KEY, /^pk_/),
    message: 'STRIPE_PUBLISHABLE_KEY must be the publishable key, which begins with pk_.',
  },
  {
    isWrong: ({ STRIPE_SECRET_KEY }) => isWrongKind(STRIPE_SECRET_KEY, /^(?:sk|rk)_/),
    message: 'STRIPE_SECRET_KEY must be a secret or restricted key, which begins with sk_ or rk_.',
  },
  {
    isWrong: ({ STRIPE_WEBHOOK_SECRET }) => isWrongKind(STRIPE_WEBHOOK_SECRET, /^whsec_/),
    message:
      'STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook, which begins with whsec_.',
  },
  {
    isWrong: ({ STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable }) =>
      (isLive(secret) && isTest(publishable)) || (isTest(secret) && isLive(publishable)),
    message:
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of two kinds: both must be live keys, or both test keys.',
  },
  {
    isWrong: variables => canTakeRealMoney(variables) && !variables.APP_URL?.startsWith('https://'),
    message: 'APP_URL is missing or not https: with live Stripe keys it must be the https address.',
  },
  {
    isWrong: variables =>
      canTakeRealMoney(variables) && isSet(variables.STRIPE_API_BASE || variables.PAYPAL_API_BASE),
    message:
      'STRIPE_API_BASE and PAYPAL_API_BASE are for tests: remove them where live Stripe keys are.',
  },
  {
    isWrong: ({ S3_BUCKET, ...otherVariables }) =>
      !isSet(S3_BUCKET) &&
      ['S3_REGION', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].some(name =>
        isSet(otherVariables[name]),
      ),
    message: 'S3_BUCKET is missing: the other S3 settings mean nothing without it.',
  },
  {
    // Search engines would drop every page.
    isWrong: ({ MIRROR_HOST, APP_URL }) =>
      isSet(MIRROR_HOST) &&
      URL.canParse(APP_URL ?? '') &&
      new URL(APP_URL ?? '').host === MIRROR_HOST,
    message: 'MIRROR_HOST is the host of APP_URL: it must be another one.',
  },
  {
    isWrong: ({ DATABASE_URL }) => isWrongKind(DATABASE_URL, /^postgres(?:ql)?:\/\//),
    message: 'DATABASE_URL must begin with postgres:// or postgresql://.',
  },
]
