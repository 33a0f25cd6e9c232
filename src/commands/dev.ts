import { copyAssets } from '@/commands/assets'
import { runCommand } from '@/commands/command'
import { runProduct } from '@/commands/run-product'

await runCommand({
  name: 'dev',
  purpose: 'Runs the product from its sources, reloading on change, with the payment sandbox.',
  failure: 'a program failed, so everything was stopped',
  run: ({ values }) => {
    copyAssets()
    return runProduct('dev', values.json ? 'stderr' : 'stdout')
  },
})
