import { copyFlags } from '@/commands/flags'
import { runProduct } from '@/commands/run-product'

// The product from its sources, reloading on change, with the payment sandbox.
copyFlags()
await runProduct('dev')
