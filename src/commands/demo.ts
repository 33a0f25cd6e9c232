import { runCommand } from '@/commands/command'
import { runProduct } from '@/commands/run-product'

await runCommand({
  name: 'demo',
  purpose:
    'Runs the built product with the payment sandbox until it is stopped; builds it when needed.',
  failure: 'a program failed, so everything was stopped',
  run: ({ values }) => runProduct('start', values.json ? 'stderr' : 'stdout'),
})
