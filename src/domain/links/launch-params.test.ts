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

describe('a link', () => {
  it.each<[string, Query, object]>([
    ['a coupon', { coupon: 'SAVE10' }, { coupon: 'SAVE10' }],
    ['a coupon with spaces around it', { coupon: ' SAVE10 ' }, { coupon: 'SAVE10' }],
    ['the first of two coupons', { coupon: ['ONE', 'TWO'] }, { coupon: 'ONE' }],
    ['the first coupon that is not empty', { coupon: ['', ' ', 'TWO'] }, { coupon: 'TWO' }],
    ['no coupon if it is empty', { coupon: '' }, {}],
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
      'no campaign whose value is not a plain word',
      { 't-33770529': '<script>', 't-34374257': 'x'.repeat(10_000), 'simple-flow': 'a\r\nb' },
      {},
    ],
    [
      'a variant of an experiment',
      { convert_e: '100417', convert_v: '1004171' },
      { variant: { experiment: 'AB_17_TRAVEL_WALLET', variant: 'VARIANT_1' } },
    ],
    ['no variant of an unknown experiment', { convert_e: '1', convert_v: '1' }, {}],
    ['the plans it names', { products: '40,42' }, { products: [40, 42] }],
    ['each plan once', { products: '42, 40,,42' }, { products: [42, 40] }],
    [
      'unknown ids among the plans',
      { products: '40,62,7,x,-42,42.5' },
      { products: [40], unknownProducts: ['62', '7', 'x', '-42', '42.5'] },
    ],
    ['no plans if it names none', { products: ',' }, {}],
    ['the unparsed state', { state: ' {} ' }, { state: '{}' }],
    ['the referral code', { referralCode: ' ANNA ' }, { clicks: { referralCode: 'ANNA' } }],
    ['the click', { gclid: 'a', sub2: '' }, { clicks: { gclid: 'a' } }],
    [
      'no invalid clicks, only their names',
      { gclid: '<script>', source: 'ana@example.com', sub2: 'x'.repeat(101), offer_id: '7' },
      { clicks: { offer_id: '7' }, unknownClicks: ['source', 'sub2', 'gclid'] },
    ],
    ['no unknown parameters', { utm_source: 'mail', Coupon: 'SAVE10' }, {}],
    ['no parameters without a query', {}, {}],
  ])('has %s', (_, query, expected) => {
    expect(parseLaunch(query)).toEqual({ ...emptyLaunch, ...expected })
  })

  it('is empty or not', () => {
    expect(isEmptyLaunch(parseLaunch({ utm_source: 'x', coupon: ' ', gclid: '' }))).toBe(true)
    for (const name of ['coupon', 'email-campaign-50', 'products', 'state', 'gclid', 'sub2'])
      expect(isEmptyLaunch(parseLaunch({ [name]: '1' }))).toBe(false)
  })

  it('has values of limited length', () => {
    expect(parseLaunch({ coupon: 'x'.repeat(5_000) }).coupon).toHaveLength(64)
    expect(parseLaunch({ state: 'x'.repeat(5_000) }).state).toHaveLength(4_000)
  })

  it('gives the same launch when it is read again to create the checkout', () => {
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
