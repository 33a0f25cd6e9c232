import type { Stripe, StripeElementLocale } from '@stripe/stripe-js'
import type { PageFacts } from '@/contract/page'

const sandboxScriptUrl = '/checkouts/api/sandbox/stripe.js'

/**
 * The payment provider in the browser. Its script is asked for here and nowhere else, so only the page
 * that calls this loads it. Throws when the script is blocked or does not arrive; it may be called again.
 */
export function openStripe(page: PageFacts): Promise<Stripe> {
  const known = opened.get(page.language)
  if (known) return known
  const opening = open(page)
  opened.set(page.language, opening)
  opening.catch(() => opened.delete(page.language))
  return opening
}

/** What takes cards and what shows the wallets are one and the same. */
const opened = new Map<string, Promise<Stripe>>()

async function open({ settings, language }: PageFacts): Promise<Stripe> {
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
