import { buildProduct } from '@/commands/build-product'
import { runCommand } from '@/commands/command'

await runCommand({
  name: 'build',
  purpose:
    'Builds the product: pages, compressed files, programs and the database of a first start.',
  failure: 'the build failed',
  run: async () => {
    await buildProduct()
    return { text: 'The product is built.\n', json: { status: 'built' } }
  },
})
