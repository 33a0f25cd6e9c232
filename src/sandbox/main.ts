import { join } from 'node:path'
import { startSandbox } from '@/sandbox/server'

const { env } = process
const sandbox = await startSandbox({
  port: Number(env.SANDBOX_PORT ?? 4100),
  dataDir: join(env.DATA_DIR ?? '.data', 'sandbox'),
  secretKey: env.STRIPE_SECRET_KEY ?? 'sk_test_sandbox',
  webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? 'whsec_sandbox',
  webhookUrl: env.STRIPE_WEBHOOK_URL ?? 'http://127.0.0.1:3000/checkouts/api/webhooks/stripe/',
  paypal: {
    clientId: env.PAYPAL_CLIENT_ID ?? 'sandbox-client',
    secret: env.PAYPAL_SECRET ?? 'sandbox-secret',
    webhookId: env.PAYPAL_WEBHOOK_ID ?? 'sandbox-webhook',
    webhookUrl: env.PAYPAL_WEBHOOK_URL ?? 'http://127.0.0.1:3000/checkouts/api/webhooks/paypal/',
  },
})
process.stdout.write(`Payment sandbox on ${sandbox.url}\n`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void sandbox.stop().then(() => process.exit(0))
  })
}
