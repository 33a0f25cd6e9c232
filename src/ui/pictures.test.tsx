import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Flag } from '@/ui/flag'
import { PopularCountries } from '@/ui/popular-countries'
import { Swatch } from '@/ui/swatch'
import {
  BusPictogram,
  CarPictogram,
  MotorcyclePictogram,
  TrailerPictogram,
  TruckPictogram,
} from '@/ui/vehicle-pictograms'

const html = (node: ReactNode) => renderToStaticMarkup(node)

describe('a picture beside text is decorative', () => {
  it.each([
    ['motorcycle', <MotorcyclePictogram key="a" />],
    ['car', <CarPictogram key="b" />],
    ['truck', <TruckPictogram key="c" />],
    ['bus', <BusPictogram key="d" />],
    ['car with a trailer', <TrailerPictogram key="e" />],
    ['eye colour', <Swatch key="f" tone="hazel" />],
  ])('%s', (_, picture) => expect(html(picture)).toMatch(/^<svg[^>]*aria-hidden="true"/))

  it('flag', () => expect(html(<Flag src="/flags/fr.svg" />)).toContain('alt=""'))
})

describe('popular countries', () => {
  const card = html(
    <PopularCountries
      heading="Popular countries"
      countries={[
        { name: 'France', href: '/france/', count: 322, picture: '/flags/fr.svg' },
        { name: 'Germany', count: 143 },
      ]}
    />,
  )

  it('link to a page if there is one', () => {
    expect(card).toMatch(/<a href="\/france\/"[^>]*>.*France.*322.*<\/a>/)
    expect(card.match(/<a /g)).toHaveLength(1)
    expect(card).toContain('Germany')
  })

  it('are never announced, because their counts change on their own', () => {
    expect(card).not.toMatch(/role="status"|aria-live/)
  })
})
