import { describe, expect, it } from 'vitest'
import { launchOf, launchPart, type Query, saysNothing } from '@/domain/launch'

const nothing = { coupon: null, campaigns: [], variant: null }

describe('what a link says', () => {
  it.each<[string, Query, object]>([
    ['a coupon', { coupon: 'SAVE10' }, { coupon: 'SAVE10' }],
    ['a coupon with spaces around it', { coupon: ' SAVE10 ' }, { coupon: 'SAVE10' }],
    ['the first of two coupons', { coupon: ['ONE', 'TWO'] }, { coupon: 'ONE' }],
    ['no coupon when it is empty', { coupon: '' }, {}],
    ['the e-mail campaign', { 'email-campaign-50': 'true' }, { campaigns: ['email_50'] }],
    ['the upsell test', { 'CU-8669pvuut': '1' }, { campaigns: ['upsell_test'] }],
    ['the skip button', { 't-33221509': '1' }, { campaigns: ['skip_button'] }],
    [
      'both summer offers',
      { 't-33770529': 'yes', 't-34374257': 'yes' },
      { campaigns: ['summer_deal', 'summer_lifetime'] },
    ],
    ['no campaign that is switched off', { 't-33770529': '0', 't-34374257': 'false' }, {}],
    [
      'a variant of an experiment',
      { convert_e: '100417', convert_v: '1004171' },
      { variant: { experiment: 'TRAVEL_WALLET', variant: 'VARIANT_1' } },
    ],
    ['no variant of an experiment nobody runs', { convert_e: '1', convert_v: '1' }, {}],
    ['nothing in what it does not know', { utm_source: 'mail', Coupon: 'SAVE10' }, {}],
    ['nothing without a query', {}, {}],
  ])('is read: %s', (_, query, told) => {
    expect(launchOf(query)).toEqual({ ...nothing, ...told })
  })

  it('is nothing, or something', () => {
    expect(saysNothing(launchOf({ gclid: 'x', coupon: ' ' }))).toBe(true)
    for (const name of ['coupon', 'email-campaign-50'])
      expect(saysNothing(launchOf({ [name]: '1' }))).toBe(false)
  })

  it('is no longer than any code', () => {
    expect(launchOf({ coupon: 'x'.repeat(5_000) }).coupon).toHaveLength(64)
  })

  it('says the same when it is read again where the checkout is created', () => {
    const query = {
      coupon: [' SAVE10 ', 'TWO'],
      't-33770529': '1',
      't-33221509': '',
      convert_e: '100417',
      convert_v: '1004171',
      gclid: 'x',
    }
    expect(launchPart(query)).toEqual({
      coupon: 'SAVE10',
      't-33770529': '1',
      convert_e: '100417',
      convert_v: '1004171',
    })
    expect(launchOf(launchPart(query))).toEqual(launchOf(query))
  })
})
