import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { type Campaign, campaign } from '@/domain/catalog/campaigns'
import ThankYouPage from '@/pages/thank-you'
import UploadPhotosPage from '@/pages/v2/upload-photos'
import { readOut } from '../support/render-html'
import { wholeCheckout } from '../support/sample-checkout'
import { english } from '../support/texts'

const amounts = { currency: 'USD', urgent: 0, shipping: 0, travel: 0, tax: 0 } as const
const thankYou = (campaigns: Campaign[]) =>
  readOut(createElement(ThankYouPage), {
    checkout: {
      state: { ...wholeCheckout, campaigns },
      status: 'paid',
      order: {
        id: 'IDA-1',
        status: 'paid',
        total: 69,
        refunded: 0,
        currency: 'USD',
        paid_at: '2026-11-20T10:00:00Z',
        charged: { ...amounts, plan: 69, discount: 0, total: 69, plan_id: 42, coupon: null },
      },
      lifetime: { offer: { ...amounts, plan: 199, discount: 69, total: 130 }, order: null },
    },
  })
const photos = (campaigns: Campaign[]) =>
  readOut(createElement(UploadPhotosPage), {
    checkout: {
      state: {
        ...wholeCheckout,
        campaigns,
        approval_documents: { add_later: false, images: [] },
      },
    },
  }).replaceAll('&#x27;', "'")

const others = (one: Campaign): Campaign[] =>
  campaign.options.filter(name => name !== one && name !== 'simple_flow')

describe('a link of the upsell test', () => {
  const offer = english('thank-you:lifetime.heading')
  const skip = english('thank-you:lifetime.skip')

  it.each([
    ['without it', []],
    ['with all others', others('upsell_test')],
  ])('alone moves the offer of lifetime: %s it is above the order', (_, campaigns) => {
    const page = thankYou(campaigns)
    expect(page.indexOf(offer)).toBeGreaterThan(-1)
    expect(page.indexOf(offer)).toBeLessThan(page.lastIndexOf('IDA-1'))
    expect(page).toContain(skip)
  })

  it('has the same offer under the order', () => {
    const page = thankYou(['upsell_test'])
    expect(page.indexOf(offer)).toBeGreaterThan(page.lastIndexOf('IDA-1'))
    expect(page).not.toContain(skip)
  })
})

describe('a link of the skip button', () => {
  const waysOn = (campaigns: Campaign[]) =>
    photos(campaigns).split(english('photos:addLater')).length - 1

  it('alone brings one more way past the photos, above them', () => {
    expect(waysOn(['skip_button'])).toBe(waysOn([]) + 1)
    expect(waysOn(others('skip_button'))).toBe(waysOn([]))
    const page = photos(['skip_button'])
    expect(page.indexOf(english('photos:addLater'))).toBeLessThan(
      page.indexOf(english('photos:later.title')),
    )
  })
})
