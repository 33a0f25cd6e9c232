import { runProduct } from '@/commands/run-product'

// Runs the built product with the payment sandbox on http://localhost:3000/checkouts/.
await runProduct('start')
