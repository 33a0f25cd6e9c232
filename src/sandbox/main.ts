import { join } from 'node:path'
import { startSandbox } from '@/sandbox/server'
import { sandboxVariables } from '@/sandbox/variables'

// An empty variable counts as not set, as in the shop.
const variables = Object.entries(process.env).filter(([, value]) => value)
const { SANDBOX_PORT, DATA_DIR, STRIPE_WEBHOOK_URL, PAYPAL_WEBHOOK_URL } = sandboxVariables.parse(
  Object.fromEntries(variables),
)
const sandbox = await startSandbox({
  port: SANDBOX_PORT,
  dataDir: join(DATA_DIR, 'sandbox'),
  secretKey: 'sk_test_sandbox',
  webhookSecret: 'whsec_sandbox',
  webhookUrl: STRIPE_WEBHOOK_URL,
  paypal: {
    clientId: 'sandbox-client',
    secret: 'sandbox-secret',
    webhookId: 'sandbox-webhook',
    webhookUrl: PAYPAL_WEBHOOK_URL,
  },
})
process.stdout.write(`Payment sandbox on ${sandbox.url}\n`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void sandbox.stop().then(() => process.exit(0))
  })
}
