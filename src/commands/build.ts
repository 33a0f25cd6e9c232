import { buildProduct } from '@/commands/build-product'
import { runCommand } from '@/commands/command'

await runCommand({
  name: 'build',
  purpose: 'Builds the product: pages, and files with their compressed versions.',
  failure: 'the build failed',
  run: async () => {
    await buildProduct()
    return { text: 'The product is built.\n', json: { status: 'built' } }
  },
})
