import * as z from 'zod'

const webhookUrl = (provider: string) =>
  z
    .url({ protocol: /^https?$/ })
    .default(`http://127.0.0.1:3000/checkouts/api/webhooks/${provider}/`)

/** The variables of the sandbox's process. Its keys are fixed, like those of a shop that uses it. */
export const sandboxVariables = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(1).max(65_535).default(4100),
  DATA_DIR: z.string().default('.data'),
  STRIPE_WEBHOOK_URL: webhookUrl('stripe'),
  PAYPAL_WEBHOOK_URL: webhookUrl('paypal'),
})
