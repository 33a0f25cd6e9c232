import type { Stripe, StripeElementLocale } from '@stripe/stripe-js'
import type { StaticPageData } from '@/contract/page'

const sandboxScriptUrl = '/checkouts/api/sandbox/stripe.js'

/**
 * Loads the payment provider. Its script is requested only here, so only pages that call this load
 * it. Throws if the script is blocked or fails to load; it can be called again.
 */
export function openStripe(page: StaticPageData): Promise<Stripe> {
  const existing = stripeByLanguage.get(page.language)
  if (existing) return existing
  const loading = initStripe(page)
  stripeByLanguage.set(page.language, loading)
  loading.catch(() => stripeByLanguage.delete(page.language))
  return loading
}

/** The card form and the wallets share one instance. */
const stripeByLanguage = new Map<string, Promise<Stripe>>()

async function initStripe({ settings, language }: StaticPageData): Promise<Stripe> {
  const [{ loadStripe }] = await Promise.all([
    import('@stripe/stripe-js/pure'),
    settings.payments === 'sandbox' ? loadSandbox() : undefined,
  ])
  const stripe = await loadStripe(settings.stripeKey, { locale: language as StripeElementLocale })
  if (!stripe) throw new Error('the payment provider did not open')
  return stripe
}

/** Loads the sandbox's `window.Stripe`, which Stripe's loader uses instead of its own script. */
function loadSandbox(): Promise<void> | undefined {
  if ('Stripe' in window) return undefined
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = sandboxScriptUrl
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('the payment sandbox did not load'))
    })
    document.head.append(script)
  })
}
