import { runCommand } from '@/commands/command'
import { buildPriceReport, type PriceSection } from '@/commands/price-report'
import { priceBook, travelPrices } from '@/server/db/seeds/price-book'
import { shippingRates } from '@/server/db/seeds/shipping'

const plans = priceBook.filter(({ category }) => category !== 'urgent')
const extras = priceBook.filter(({ category }) => category === 'urgent')

const sections: PriceSection[] = [
  { heading: 'Plans', lines: plans.map(prefixId) },
  { heading: 'Extras', lines: extras.map(prefixId) },
  {
    heading: 'Travel items',
    lines: travelPrices.map(item => ({
      ...prefixId(item),
      ...(!item.is_active && { name: `${prefixId(item).name} (not on sale)` }),
    })),
  },
  {
    heading: 'Delivery',
    lines: shippingRates.map(({ zone, name, prices }) => ({
      name: `${zone.replaceAll('_', ' ')}: ${name}`,
      prices,
    })),
  },
]

await runCommand({
  name: 'prices',
  purpose: 'Prints the price book in every currency and points out what looks wrong.',
  failure: 'a price cannot be paid',
  run: async () => {
    const { text, findings, hasFaults } = buildPriceReport(sections)
    return { text, json: { sections, findings }, hasFailed: hasFaults }
  },
})

function prefixId<Line extends { id: number; name: string }>(line: Line): Line {
  return { ...line, name: `${String(line.id).padStart(2)} ${line.name}` }
}
