import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PermitCard } from '@/ui/permit-card'

/** Units of the card from the start of the name to the card's edge. */
const spaceForName = 428 - 152

/** The lines of the name, with their font sizes. */
function renderName(givenName: string, familyName: string) {
  const html = renderToStaticMarkup(
    <PermitCard
      label="Card"
      givenName={givenName}
      familyName={familyName}
      birth="1991-03-14"
      classes={[]}
      validFrom="2026-11-20"
      validUntil="2029-11-19"
      photo={undefined}
      signature={undefined}
    />,
  )
  return [...html.matchAll(/font-size="([\d.]+)" font-weight="700">([^<]+)<\/text>/g)]
    .map(([, size, text]) => ({ size: Number(size), text }))
    .filter(({ text }) => text !== 'International Driving Permit')
}

// Widths in ems, measured in DejaVu Sans Bold, the widest of the system typefaces.
it.each([
  ['Mohammed', 'Al-Abdullah', 13.25],
  ['Wilhelmina', 'Mummenhoff', 14],
  ['MARIA', 'WOMMWAMM', 11.63],
  ['Christopher', 'Montgomery', 14.09],
  ['Gonzalo', 'Quesada', 9.64],
])('%s %s is whole on the card in a wide typeface', (givenName, familyName, width) => {
  const [line] = renderName(givenName, familyName)
  expect(line?.text).toBe(`${givenName} ${familyName}`)
  expect((line?.size ?? 0) * width).toBeLessThanOrEqual(spaceForName)
})

it('a name that would be small in one line has two', () => {
  expect(renderName('Maria Guadalupe', 'Hernandez Montenegro').map(({ text }) => text)).toEqual([
    'Maria Guadalupe',
    'Hernandez Montenegro',
  ])
})
