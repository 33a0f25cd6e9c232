import { describe, expect, it } from 'vitest'
import {
  isEmptyLaunch,
  parseLaunch,
  pickLaunchParams,
  type Query,
} from '@/domain/links/launch-params'

const emptyLaunch = {
  coupon: null,
  campaigns: [],
  variant: null,
  products: [],
  unknownProducts: [],
  state: null,
  clicks: {},
  unknownClicks: [],
}

describe('what a link says', () => {
  it.each<[string, Query, object]>([
    ['a coupon', { coupon: 'SAVE10' }, { coupon: 'SAVE10' }],
    ['a coupon with spaces around it', { coupon: ' SAVE10 ' }, { coupon: 'SAVE10' }],
    ['the first of two coupons', { coupon: ['ONE', 'TWO'] }, { coupon: 'ONE' }],
    [
      'the first coupon that is none of the empty ones',
      { coupon: ['', ' ', 'TWO'] },
      { coupon: 'TWO' },
    ],
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
      'no campaign that is switched on by no word',
      { 't-33770529': '<script>', 't-34374257': 'x'.repeat(10_000), 'simple-flow': 'a\r\nb' },
      {},
    ],
    [
      'a variant of an experiment',
      { convert_e: '100417', convert_v: '1004171' },
      { variant: { experiment: 'AB_17_TRAVEL_WALLET', variant: 'VARIANT_1' } },
    ],
    ['no variant of an experiment nobody runs', { convert_e: '1', convert_v: '1' }, {}],
    ['the plans it offers', { products: '40,42' }, { products: [40, 42] }],
    ['each plan once', { products: '42, 40,,42' }, { products: [42, 40] }],
    [
      'what is no plan among them',
      { products: '40,62,7,x,-42,42.5' },
      { products: [40], unknownProducts: ['62', '7', 'x', '-42', '42.5'] },
    ],
    ['no plans when it names none', { products: ',' }, {}],
    ['what it says of the order, as it stands there', { state: ' {} ' }, { state: '{}' }],
    ['who sent the customer', { referralCode: ' ANNA ' }, { clicks: { referralCode: 'ANNA' } }],
    ['which click it was', { gclid: 'a', sub2: '' }, { clicks: { gclid: 'a' } }],
    [
      'no click in what is none, which is told',
      { gclid: '<script>', source: 'ana@example.com', sub2: 'x'.repeat(101), offer_id: '7' },
      { clicks: { offer_id: '7' }, unknownClicks: ['source', 'sub2', 'gclid'] },
    ],
    ['nothing in what it does not know', { utm_source: 'mail', Coupon: 'SAVE10' }, {}],
    ['nothing without a query', {}, {}],
  ])('is read: %s', (_, query, expected) => {
    expect(parseLaunch(query)).toEqual({ ...emptyLaunch, ...expected })
  })

  it('is nothing, or something', () => {
    expect(isEmptyLaunch(parseLaunch({ utm_source: 'x', coupon: ' ', gclid: '' }))).toBe(true)
    for (const name of ['coupon', 'email-campaign-50', 'products', 'state', 'gclid', 'sub2'])
      expect(isEmptyLaunch(parseLaunch({ [name]: '1' }))).toBe(false)
  })

  it('is no longer than any code', () => {
    expect(parseLaunch({ coupon: 'x'.repeat(5_000) }).coupon).toHaveLength(64)
    expect(parseLaunch({ state: 'x'.repeat(5_000) }).state).toHaveLength(4_000)
  })

  it('says the same when it is read again where the checkout is created', () => {
    const query = {
      coupon: [' SAVE10 ', 'TWO'],
      't-33770529': '1',
      't-33221509': '',
      state: `{"userCountry":"${'x'.repeat(100)}"}`,
      convert_e: '100417',
      convert_v: '1004171',
      gclid: 'x'.repeat(100),
      utm_source: 'mail',
    }
    expect(pickLaunchParams(query)).toEqual({
      coupon: 'SAVE10',
      't-33770529': '1',
      't-33221509': '',
      gclid: query.gclid,
      state: query.state,
      convert_e: '100417',
      convert_v: '1004171',
    })
    expect(parseLaunch(pickLaunchParams(query))).toEqual(parseLaunch(query))
  })
})
