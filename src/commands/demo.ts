import { runProduct } from '@/commands/run-product'

// The built product with the payment sandbox, on http://localhost:3000/checkouts/.
await runProduct('start')
