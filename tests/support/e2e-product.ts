import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild } from '@/commands/build-product'
import { root } from '@/commands/program'
import { startProduct } from './product'

/** One built product for the whole run; its logs stay beside the reports. */
export default async function startForAllTests() {
  const logDir = join(root, 'test-results/product')
  rmSync(logDir, { recursive: true, force: true })
  mkdirSync(logDir, { recursive: true })
  await ensureBuild()
  const product = await startProduct({ logDir, env: { TRUSTED_PROXIES: '1' } })
  process.env.PRODUCT_ORIGIN = product.origin
  process.env.PRODUCT_SANDBOX_URL = product.sandboxUrl
  process.env.PRODUCT_DATA_DIR = product.dataDir
  return product.stop
}
