import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { type Campaign, campaigns } from '@/domain/catalog/campaigns'
import ThankYouPage from '@/pages/thank-you'
import UploadPhotosPage from '@/pages/v2/upload-photos'
import { renderText } from '../support/render-html'
import { completeCheckout } from '../support/sample-checkout'
import { translateEnglish } from '../support/texts'

const amounts = { currency: 'USD', urgent: 0, shipping: 0, travel: 0, tax: 0 } as const
const renderThankYou = (campaigns: Campaign[]) =>
  renderText(createElement(ThankYouPage), {
    checkout: {
      state: { ...completeCheckout, campaigns },
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
const renderPhotos = (campaigns: Campaign[]) =>
  renderText(createElement(UploadPhotosPage), {
    checkout: {
      state: {
        ...completeCheckout,
        campaigns,
        approval_documents: { add_later: false, images: [] },
      },
    },
  }).replaceAll('&#x27;', "'")

const listOtherCampaigns = (excluded: Campaign): Campaign[] =>
  campaigns.filter(name => name !== excluded && name !== 'simple_flow')

describe('the campaign link of the upsell test', () => {
  const offerHeading = translateEnglish('thank-you:lifetime.heading')
  const nextHeading = translateEnglish('thank-you:next.heading')
  const receiptTotal = translateEnglish('thank-you:receipt.total')

  it.each([
    ['without this campaign', []],
    ['with all other campaigns', listOtherCampaigns('upsell_test')],
  ])(
    'is the only one that moves the lifetime offer: %s it is between next steps and receipt',
    (_, campaigns) => {
      const page = renderThankYou(campaigns)
      expect(page.indexOf(offerHeading)).toBeGreaterThan(page.indexOf(nextHeading))
      expect(page.indexOf(offerHeading)).toBeLessThan(page.lastIndexOf(receiptTotal))
    },
  )

  it('shows the same offer below the receipt', () => {
    const page = renderThankYou(['upsell_test'])
    expect(page.indexOf(offerHeading)).toBeGreaterThan(page.lastIndexOf(receiptTotal))
  })
})

describe('the campaign link of the skip button', () => {
  const countSkipButtons = (campaigns: Campaign[]) =>
    renderPhotos(campaigns).split(translateEnglish('photos:addLater')).length - 1

  it('is the only one that adds a second skip button, above the photos', () => {
    expect(countSkipButtons(['skip_button'])).toBe(countSkipButtons([]) + 1)
    expect(countSkipButtons(listOtherCampaigns('skip_button'))).toBe(countSkipButtons([]))
    const page = renderPhotos(['skip_button'])
    expect(page.indexOf(translateEnglish('photos:addLater'))).toBeLessThan(
      page.indexOf(translateEnglish('photos:list.heading')),
    )
  })
})
