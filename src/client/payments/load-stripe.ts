import type { Stripe, StripeElementLocale } from '@stripe/stripe-js'
import type { StaticPageData } from '@/contract/page'

const sandboxScriptUrl = '/checkouts/api/sandbox/stripe.js'

/**
 * The payment provider in the browser. Its script is asked for here and nowhere else, so only the page
 * that calls this loads it. Throws when the script is blocked or does not arrive; it may be called again.
 */
export function openStripe(page: StaticPageData): Promise<Stripe> {
  const existing = stripeByLanguage.get(page.language)
  if (existing) return existing
  const loading = initStripe(page)
  stripeByLanguage.set(page.language, loading)
  loading.catch(() => stripeByLanguage.delete(page.language))
  return loading
}

/** What takes cards and what shows the wallets are one and the same. */
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

/** Brings the sandbox's `window.Stripe`, which Stripe's loader then takes instead of its own script. */
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
