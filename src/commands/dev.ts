import { copyAssets } from '@/commands/assets'
import { runProduct } from '@/commands/run-product'

// Runs the product from its sources, reloading on change, with the payment sandbox.
copyAssets()
await runProduct('dev')
