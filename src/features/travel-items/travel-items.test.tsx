import { readFileSync } from 'node:fs'
import { createInstance } from 'i18next'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CheckoutProvider } from '@/client/checkout/checkout-provider'
import { TextsContext } from '@/client/texts/use-translation'
import type { PageData } from '@/contract/page'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { resolvePriceFormat } from '@/domain/pricing/money'
import { TravelItems, TravelWallet } from '@/features/travel-items/travel-items'
import { completeCheckout } from '../../../tests/support/sample-checkout'

const texts = JSON.parse(readFileSync('public/locales/en/travel.json', 'utf8'))
const i18n = createInstance()
void i18n.init({
  lng: 'en',
  initAsync: false,
  interpolation: { escapeValue: false },
  resources: { en: { travel: texts } },
})

const buildItem = (item_id: number, code: string, price: number) => ({
  item_id,
  code,
  name: `Own name of ${code}`,
  price,
  is_active: true,
})
const itemsOnSale = [
  buildItem(1, 'travel-wallet', 19),
  buildItem(2, 'phone-mount', 5.5),
  buildItem(3, 'power-adapter', 22),
  buildItem(4, 'permit-sleeve', 6),
  buildItem(5, 'new-thing', 3),
]

const baseState = {
  ...completeCheckout,
  travelItemsData: itemsOnSale,
  category: 'physical' as const,
}

function renderHtml(
  Part: ComponentType,
  state: Partial<CheckoutState> = {},
  dismissed: string[] = [],
) {
  const page: Partial<PageData> = {
    checkout: {
      token: 'A'.repeat(43),
      state: { ...baseState, ...state },
      status: 'processing',
      currency: 'USD',
      order: null,
      version: 1,
      quote: null,
    },
    settings: {} as PageData['settings'],
    language: 'en',
    priceFormat: resolvePriceFormat('USD', 'en'),
    dir: 'ltr',
    today: '2026-11-20',
    issues: [],
    notice: null,
    dismissed,
  }
  return renderToStaticMarkup(
    <TextsContext value={i18n}>
      <CheckoutProvider page={page as PageData}>
        <Part />
      </CheckoutProvider>
    </TextsContext>,
  )
}

describe('the extras for the trip', () => {
  it('are one line with the lowest price, open while one is in the order', () => {
    const closedHtml = renderHtml(TravelItems)
    expect(closedHtml).toContain('From $3, ships free')
    expect(closedHtml).not.toMatch(/<details[^>]* open=""/)
    const html = renderHtml(TravelItems, { travelItemsInCart: [{ item_id: 2, quantity: 1 }] })
    expect(html.match(/<details[^>]* open=""/g)).toHaveLength(1)
  })

  it('show three first, and the others on request', () => {
    const [, first = '', others = ''] = renderHtml(TravelItems).split('<details')
    expect(first.match(/<li/g)).toHaveLength(3)
    expect(others.match(/<li/g)).toHaveLength(2)
    expect(others).toContain('Show all 5')
    expect(others.slice(0, others.indexOf('>'))).not.toContain('open')
  })

  it('are all shown when one of the others is in the order', () => {
    const html = renderHtml(TravelItems, { travelItemsInCart: [{ item_id: 4, quantity: 1 }] })
    expect(html.match(/<details[^>]* open=""/g)).toHaveLength(2)
  })

  it('need no second disclosure when they are few', () => {
    const html = renderHtml(TravelItems, { travelItemsData: itemsOnSale.slice(0, 3) })
    expect(html.match(/<details/g)).toHaveLength(1)
  })

  it('have an Add button with their name, and a quantity once they are in the order', () => {
    const html = renderHtml(TravelItems, { travelItemsInCart: [{ item_id: 2, quantity: 3 }] })
    expect(html).toContain('aria-label="Add Travel wallet"')
    expect(html).not.toContain('aria-label="Add Phone mount"')
    expect(html).toMatch(/aria-label="Quantity: Phone mount"[^>]* value="3"/)
    expect(html).toContain('<bdi>$16.50</bdi>')
    expect(html).toContain('<bdi>3 × $5.50</bdi>')
  })

  it('have the shop’s name without a translation', () => {
    expect(renderHtml(TravelItems)).toContain('Own name of new-thing')
    expect(renderHtml(TravelItems)).not.toContain('items.new-thing')
  })

  it('are offered with the lifetime plan, which is printed', () => {
    expect(renderHtml(TravelItems, { category: 'lifetime' })).toContain('Phone mount')
  })

  it('have a picture of a fixed size', () => {
    expect(renderHtml(TravelItems)).toMatch(
      /<img src="\/checkouts\/travel\/phone-mount.svg" alt="" width="64" height="64" loading="lazy"/,
    )
  })

  it.each([1, 2])('that are no longer sold show a notice: %i', count => {
    const travelItemsInCart = [90, 91].slice(0, count).map(item_id => ({ item_id, quantity: 1 }))
    expect(renderHtml(TravelItems, { travelItemsInCart })).toContain(
      i18n.t('travel:gone', { count }),
    )
  })

  it.each<[string, Partial<CheckoutState>]>([
    ['a digital permit', { category: 'digital' }],
    ['a shop that sells none', { travelItemsData: [] }],
  ])('are not offered with %s', (_, state) => expect(renderHtml(TravelItems, state)).toBe(''))
})

describe('the travel wallet beside the order', () => {
  const variants = { AB_17_TRAVEL_WALLET: 'VARIANT_1' }

  it('is offered with two equal buttons in its variant', () => {
    const html = renderHtml(TravelWallet, { variants })
    expect(html).toContain('Travel wallet')
    expect(html).toContain('$19')
    const looks = [...html.matchAll(/<button[^>]*class="([^"]*)"/g)].map(([, look]) => look)
    expect(looks).toHaveLength(2)
    expect(looks[0]).toBe(looks[1])
  })

  it('has a quantity once it is in the order', () => {
    const html = renderHtml(TravelWallet, {
      variants,
      travelItemsInCart: [{ item_id: 1, quantity: 2 }],
    })
    expect(html).toMatch(/aria-label="Quantity: Travel wallet"[^>]* value="2"/)
    expect(html).not.toContain('No thanks')
  })

  it.each<[string, Partial<CheckoutState>, string[]]>([
    ['in the original', { variants: { AB_17_TRAVEL_WALLET: 'ORIGINAL' } }, []],
    ['outside the experiment', { variants: {} }, []],
    ['with a digital permit', { variants, category: 'digital' }, []],
    ['when it is not on sale', { variants, travelItemsData: itemsOnSale.slice(1) }, []],
    ['once it is dismissed', { variants }, ['travel-wallet']],
  ])('is not shown %s', (_, state, dismissed) =>
    expect(renderHtml(TravelWallet, state, dismissed)).toBe(''),
  )
})
