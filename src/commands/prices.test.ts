import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { root } from '@/commands/program'
import { priceBook, travelPrices } from '@/server/db/seeds/price-book'
import { shippingRates } from '@/server/db/seeds/shipping'

describe('npm run prices', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'src/commands/prices.ts'],
    { cwd: root, encoding: 'utf8' },
  )

  it('finds no fault in the shop’s own price book', () => {
    expect(stderr).toBe('')
    expect(stdout).not.toContain('Must be put right')
    expect(status).toBe(0)
  })

  it('shows every plan, extra, travel item and shipping method in eleven currencies', () => {
    const rows = stdout.split('\n').filter(line => /(\s+[\d.]+){11}$/.test(line))
    expect(rows).toHaveLength(priceBook.length + travelPrices.length + shippingRates.length)
    for (const { name } of [...priceBook, ...travelPrices, ...shippingRates])
      expect(rows.some(row => row.includes(name))).toBe(true)
  })
})
