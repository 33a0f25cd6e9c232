import type { TravelCart } from '@/domain/catalog/travel-items'
import type { CurrencyCode } from '@/domain/data/currencies'
import type { Coupon } from '@/domain/pricing/coupon-schema'
import type { Quote } from '@/domain/pricing/quote'

/** The customer's choices, by their names on the wire. */
export interface Choices {
  /** The query of the link. */
  launch?: Record<string, string>
  selectedLicense: number
  currency: CurrencyCode
  /** The delivery country, or the residence for a digital permit. */
  country: string
  state?: string
  /** The courier; a digital permit has none. */
  method?: 'dhl' | 'fedex' | 'post'
  urgent: boolean
  travelItemsInCart?: TravelCart
  /** Name of a coupon of the shop or of `testCoupons`. */
  coupon?: string
}

/**
 * An order and its price in minor units, calculated by hand from the price book, the delivery rates
 * and the tax rates. Nothing here is computed: when a price changes, recalculate its examples.
 */
export interface WorkedExample {
  name: string
  choices: Choices
  lines: Omit<Quote, 'currency'>
  working: string
}

type TestCoupon = Omit<Coupon, 'id'>

/** More than any order costs, in major units of any currency. */
const excessiveDiscount = {
  amount: 99_999,
  products: [],
  travel_products: [],
  free_shipping: false,
}

/** Extreme coupons: worth more than the order, and a percentage that needs rounding. */
export const testCoupons: readonly TestCoupon[] = [
  { ...excessiveDiscount, name: 'BEYONDTHEPLAN', discount_type: 'fixed' },
  { ...excessiveDiscount, name: 'BEYONDTHECART', discount_type: 'fixed_cart' },
  { ...excessiveDiscount, name: 'BEYONDANDFREE', discount_type: 'fixed_cart', free_shipping: true },
  {
    name: 'ODDPERCENT',
    discount_type: 'percentage',
    amount: 33.3,
    products: [],
    travel_products: [4, 8, 12],
    free_shipping: false,
  },
]

// biome-ignore format: a table of examples is read in rows
export const workedExamples: readonly WorkedExample[] = [
  // In US dollars.
  {
    name: 'the default plan, by courier and urgent',
    choices: { selectedLicense: 42, currency: 'USD', country: 'us', state: 'OR', method: 'dhl', urgent: true },
    lines: { plan: 6900, urgent: 2500, shipping: 1900, travel: 0, discount: 0, tax: 0, total: 11300 },
    working: '6900 + 2500 + 1900 = 11300',
  },
  {
    name: 'the smallest printed order there is',
    choices: { selectedLicense: 40, currency: 'USD', country: 'us', state: 'OR', method: 'post', urgent: false },
    lines: { plan: 4900, urgent: 0, shipping: 900, travel: 0, discount: 0, tax: 0, total: 5800 },
    working: '4900 + 900 = 5800',
  },
  {
    name: 'two years to California, with its sales tax',
    choices: { selectedLicense: 41, currency: 'USD', country: 'us', state: 'CA', method: 'fedex', urgent: true },
    lines: { plan: 5900, urgent: 2500, shipping: 1700, travel: 0, discount: 0, tax: 732, total: 10832 },
    working: '5900 + 2500 + 1700 = 10100; × 7.25 % = 732.25 → 732',
  },
  {
    name: 'the state written out',
    choices: { selectedLicense: 42, currency: 'USD', country: 'us', state: 'California', method: 'dhl', urgent: false },
    lines: { plan: 6900, urgent: 0, shipping: 1900, travel: 0, discount: 0, tax: 638, total: 9438 },
    working: '6900 + 1900 = 8800; × 7.25 % = 638',
  },
  {
    name: 'New Jersey’s rate of three decimals',
    choices: { selectedLicense: 40, currency: 'USD', country: 'us', state: 'NJ', method: 'post', urgent: true },
    lines: { plan: 4900, urgent: 2500, shipping: 900, travel: 0, discount: 0, tax: 550, total: 8850 },
    working: '4900 + 2500 + 900 = 8300; × 6.625 % = 549.875 → 550',
  },
  {
    name: 'a digital permit, taxed where its driver lives',
    choices: { selectedLicense: 45, currency: 'USD', country: 'us', state: 'NY', urgent: false },
    lines: { plan: 4900, urgent: 0, shipping: 0, travel: 0, discount: 0, tax: 196, total: 5096 },
    working: '4900; × 4 % = 196',
  },
  {
    name: 'the usual code on a digital permit',
    choices: { selectedLicense: 43, currency: 'USD', country: 'us', state: 'TX', urgent: true, coupon: 'FROMIDAWITHLOVE' },
    lines: { plan: 2900, urgent: 2500, shipping: 0, travel: 0, discount: 290, tax: 319, total: 5429 },
    working: '10 % of 2900 = 290; 2900 − 290 + 2500 = 5110; × 6.25 % = 319.375 → 319',
  },
  {
    name: 'the spring deal on its plan',
    choices: { selectedLicense: 42, currency: 'USD', country: 'us', state: 'WA', method: 'dhl', urgent: false, coupon: 'SPRINGDEAL' },
    lines: { plan: 6900, urgent: 0, shipping: 1900, travel: 0, discount: 1035, tax: 505, total: 8270 },
    working: '15 % of 6900 = 1035; 6900 − 1035 + 1900 = 7765; × 6.5 % = 504.725 → 505',
  },
  {
    name: 'half price from the e-mail campaign',
    choices: { selectedLicense: 44, currency: 'USD', country: 'us', state: 'OR', urgent: false, coupon: 'take50' },
    lines: { plan: 3900, urgent: 0, shipping: 0, travel: 0, discount: 1950, tax: 0, total: 1950 },
    working: '50 % of 3900 = 1950; 3900 − 1950 = 1950',
  },
  {
    name: 'a digital permit for nothing',
    choices: { selectedLicense: 45, currency: 'USD', country: 'us', state: 'CA', urgent: false, coupon: 'FULL100' },
    lines: { plan: 4900, urgent: 0, shipping: 0, travel: 0, discount: 4900, tax: 0, total: 0 },
    working: '100 % of 4900 = 4900; 4900 − 4900 = 0; × 7.25 % = 0',
  },
  {
    name: 'a plan for nothing leaves the rest to pay',
    choices: { selectedLicense: 42, currency: 'USD', country: 'us', state: 'FL', method: 'dhl', urgent: true, travelItemsInCart: [{ item_id: 1, quantity: 1 }], coupon: 'FULL100' },
    lines: { plan: 6900, urgent: 2500, shipping: 1900, travel: 1900, discount: 6900, tax: 378, total: 6678 },
    working: '100 % of 6900 = 6900; 6900 − 6900 + 2500 + 1900 + 1900 = 6300; × 6 % = 378',
  },
  {
    name: 'free shipping and nothing else',
    choices: { selectedLicense: 42, currency: 'USD', country: 'us', state: 'IL', method: 'dhl', urgent: false, coupon: 'FREESHIP' },
    lines: { plan: 6900, urgent: 0, shipping: 0, travel: 0, discount: 0, tax: 431, total: 7331 },
    working: 'delivery, 1900, is free; 6900; × 6.25 % = 431.25 → 431',
  },
  {
    name: 'money off the whole cart',
    choices: { selectedLicense: 40, currency: 'USD', country: 'us', state: 'PA', method: 'fedex', urgent: true, travelItemsInCart: [{ item_id: 2, quantity: 3 }], coupon: 'CART20' },
    lines: { plan: 4900, urgent: 2500, shipping: 1700, travel: 4500, discount: 2000, tax: 696, total: 12296 },
    working: '4900 − 2000 + 2500 + 1700 + 3 × 1500 = 11600; × 6 % = 696',
  },
  {
    name: 'money off the plan, to Mexico',
    choices: { selectedLicense: 41, currency: 'USD', country: 'mx', state: 'Jalisco', method: 'dhl', urgent: false, coupon: 'FIXED10' },
    lines: { plan: 5900, urgent: 0, shipping: 1900, travel: 0, discount: 1000, tax: 0, total: 6800 },
    working: '5900 − 1000 + 1900 = 6800',
  },
  {
    name: 'a discount on travel items',
    choices: { selectedLicense: 42, currency: 'USD', country: 'us', state: 'OR', method: 'dhl', urgent: false, travelItemsInCart: [{ item_id: 1, quantity: 2 }, { item_id: 4, quantity: 3 }], coupon: 'TRAVEL25' },
    lines: { plan: 6900, urgent: 0, shipping: 1900, travel: 5600, discount: 1400, tax: 0, total: 13000 },
    working: '25 % of 3800 = 950; 25 % of 1800 = 450; 950 + 450 = 1400; 6900 − 1400 + 1900 + 2 × 1900 + 3 × 600 = 13000',
  },
  {
    name: 'three travel items, ten of each',
    choices: { selectedLicense: 42, currency: 'USD', country: 'us', state: 'NY', method: 'fedex', urgent: true, travelItemsInCart: [{ item_id: 1, quantity: 10 }, { item_id: 5, quantity: 10 }, { item_id: 8, quantity: 10 }] },
    lines: { plan: 6900, urgent: 2500, shipping: 1700, travel: 38000, discount: 0, tax: 1964, total: 51064 },
    working: '6900 + 2500 + 1700 + 10 × 1900 + 10 × 1400 + 10 × 500 = 49100; × 4 % = 1964',
  },
  {
    name: 'a code worth more than the plan',
    choices: { selectedLicense: 40, currency: 'USD', country: 'us', state: 'PA', method: 'post', urgent: true, coupon: 'BEYONDTHEPLAN' },
    lines: { plan: 4900, urgent: 2500, shipping: 900, travel: 0, discount: 4900, tax: 204, total: 3604 },
    working: '9999900 is more than 4900, all of it goes; 4900 − 4900 + 2500 + 900 = 3400; × 6 % = 204',
  },
  {
    name: 'a code worth more than the cart leaves delivery and its tax',
    choices: { selectedLicense: 42, currency: 'USD', country: 'us', state: 'CA', method: 'dhl', urgent: true, travelItemsInCart: [{ item_id: 7, quantity: 2 }], coupon: 'BEYONDTHECART' },
    lines: { plan: 6900, urgent: 2500, shipping: 1900, travel: 1800, discount: 11200, tax: 138, total: 2038 },
    working: '9999900 is more than 11200, all of it goes; 6900 − 11200 + 2500 + 1900 + 2 × 900 = 1900; × 7.25 % = 137.75 → 138',
  },
  {
    name: 'a code worth more than the cart, and free shipping',
    choices: { selectedLicense: 42, currency: 'USD', country: 'us', state: 'CA', method: 'dhl', urgent: true, travelItemsInCart: [{ item_id: 7, quantity: 2 }], coupon: 'BEYONDANDFREE' },
    lines: { plan: 6900, urgent: 2500, shipping: 0, travel: 1800, discount: 11200, tax: 0, total: 0 },
    working: 'delivery, 1900, is free; 9999900 is more than 11200, all of it goes; 6900 − 11200 + 2500 + 2 × 900 = 0; × 7.25 % = 0',
  },
  {
    name: 'an odd percentage rounds each line it names',
    choices: { selectedLicense: 41, currency: 'USD', country: 'us', state: 'NJ', method: 'post', urgent: false, travelItemsInCart: [{ item_id: 4, quantity: 1 }, { item_id: 8, quantity: 3 }, { item_id: 9, quantity: 1 }], coupon: 'ODDPERCENT' },
    lines: { plan: 5900, urgent: 0, shipping: 900, travel: 3700, discount: 2665, tax: 519, total: 8354 },
    working: '33.3 % of 5900 = 1964.7 → 1965; 33.3 % of 600 = 199.8 → 200; 33.3 % of 1500 = 499.5 → 500; 1965 + 200 + 500 = 2665; 5900 − 2665 + 900 + 600 + 3 × 500 + 1600 = 7835; × 6.625 % = 519.06875 → 519',
  },
  {
    name: 'a lifetime from the summer link',
    choices: { launch: { 't-34374257': '1' }, selectedLicense: 96, currency: 'USD', country: 'us', state: 'NY', method: 'dhl', urgent: true },
    lines: { plan: 14900, urgent: 2500, shipping: 1900, travel: 0, discount: 0, tax: 772, total: 20072 },
    working: '14900 + 2500 + 1900 = 19300; × 4 % = 772',
  },
  {
    name: 'where only the post goes',
    choices: { selectedLicense: 42, currency: 'USD', country: 'ru', method: 'post', urgent: true },
    lines: { plan: 6900, urgent: 2500, shipping: 1900, travel: 0, discount: 0, tax: 0, total: 11300 },
    working: '6900 + 2500 + 1900 = 11300',
  },
  {
    name: 'the other side of the world',
    choices: { selectedLicense: 41, currency: 'USD', country: 'br', state: 'SP', method: 'dhl', urgent: true, travelItemsInCart: [{ item_id: 3, quantity: 1 }] },
    lines: { plan: 5900, urgent: 2500, shipping: 3800, travel: 2200, discount: 0, tax: 0, total: 14400 },
    working: '5900 + 2500 + 3800 + 2200 = 14400',
  },
  // In euros.
  {
    name: 'Germany at 19 %',
    choices: { selectedLicense: 42, currency: 'EUR', country: 'de', method: 'dhl', urgent: true },
    lines: { plan: 6500, urgent: 2300, shipping: 2300, travel: 0, discount: 0, tax: 2109, total: 13209 },
    working: '6500 + 2300 + 2300 = 11100; × 19 % = 2109',
  },
  {
    name: 'exactly half a cent of Swiss tax goes up',
    choices: { selectedLicense: 45, currency: 'EUR', country: 'ch', urgent: false },
    lines: { plan: 4500, urgent: 0, shipping: 0, travel: 0, discount: 0, tax: 365, total: 4865 },
    working: '4500; × 8.1 % = 364.5 → 365',
  },
  {
    name: 'exactly half a cent of Finnish tax goes up',
    choices: { selectedLicense: 43, currency: 'EUR', country: 'fi', urgent: false },
    lines: { plan: 2700, urgent: 0, shipping: 0, travel: 0, discount: 0, tax: 689, total: 3389 },
    working: '2700; × 25.5 % = 688.5 → 689',
  },
  {
    name: 'a Finnish parcel with two extras under the usual code',
    choices: { selectedLicense: 42, currency: 'EUR', country: 'fi', method: 'dhl', urgent: true, travelItemsInCart: [{ item_id: 4, quantity: 1 }, { item_id: 6, quantity: 2 }], coupon: 'FROMIDAWITHLOVE' },
    lines: { plan: 6500, urgent: 2300, shipping: 2300, travel: 2750, discount: 650, tax: 3366, total: 16566 },
    working: '10 % of 6500 = 650; 6500 − 650 + 2300 + 2300 + 550 + 2 × 1100 = 13200; × 25.5 % = 3366',
  },
  {
    name: 'the highest rate there is',
    choices: { selectedLicense: 40, currency: 'EUR', country: 'hu', method: 'fedex', urgent: false },
    lines: { plan: 4500, urgent: 0, shipping: 2100, travel: 0, discount: 0, tax: 1782, total: 8382 },
    working: '4500 + 2100 = 6600; × 27 % = 1782',
  },
  {
    name: 'a code for digital plans',
    choices: { selectedLicense: 44, currency: 'EUR', country: 'fr', urgent: false, coupon: 'DIGITAL5' },
    lines: { plan: 3600, urgent: 0, shipping: 0, travel: 0, discount: 450, tax: 630, total: 3780 },
    working: '3600 − 450 = 3150; × 20 % = 630',
  },
  {
    name: 'the spring deal with five parking discs to Switzerland',
    choices: { selectedLicense: 42, currency: 'EUR', country: 'ch', method: 'post', urgent: false, travelItemsInCart: [{ item_id: 8, quantity: 5 }], coupon: 'SPRINGDEAL' },
    lines: { plan: 6500, urgent: 0, shipping: 1100, travel: 2250, discount: 975, tax: 719, total: 9594 },
    working: '15 % of 6500 = 975; 6500 − 975 + 1100 + 5 × 450 = 8875; × 8.1 % = 718.875 → 719',
  },
  {
    name: 'half a cent of discount goes up',
    choices: { selectedLicense: 42, currency: 'EUR', country: 'lu', method: 'dhl', urgent: false, travelItemsInCart: [{ item_id: 4, quantity: 1 }, { item_id: 7, quantity: 1 }], coupon: 'TRAVEL25' },
    lines: { plan: 6500, urgent: 0, shipping: 2300, travel: 1400, discount: 351, tax: 1674, total: 11523 },
    working: '25 % of 550 = 137.5 → 138; 25 % of 850 = 212.5 → 213; 138 + 213 = 351; 6500 − 351 + 2300 + 550 + 850 = 9849; × 17 % = 1674.33 → 1674',
  },
  {
    name: 'money off a cart to Norway',
    choices: { selectedLicense: 40, currency: 'EUR', country: 'no', method: 'post', urgent: false, coupon: 'CART20' },
    lines: { plan: 4500, urgent: 0, shipping: 1100, travel: 0, discount: 1800, tax: 950, total: 4750 },
    working: '4500 − 1800 + 1100 = 3800; × 25 % = 950',
  },
  {
    name: 'a plan for nothing with the urgent extra',
    choices: { selectedLicense: 45, currency: 'EUR', country: 'de', urgent: true, coupon: 'FULL100' },
    lines: { plan: 4500, urgent: 2300, shipping: 0, travel: 0, discount: 4500, tax: 437, total: 2737 },
    working: '100 % of 4500 = 4500; 4500 − 4500 + 2300 = 2300; × 19 % = 437',
  },
  {
    name: 'a code for euros alone',
    choices: { selectedLicense: 41, currency: 'EUR', country: 'at', method: 'fedex', urgent: false, travelItemsInCart: [{ item_id: 11, quantity: 2 }], coupon: 'EUROONLY' },
    lines: { plan: 5500, urgent: 0, shipping: 2100, travel: 1500, discount: 1000, tax: 1620, total: 9720 },
    working: '5500 − 1000 + 2100 + 2 × 750 = 8100; × 20 % = 1620',
  },
  // In pounds.
  {
    name: 'London with everything quick',
    choices: { selectedLicense: 42, currency: 'GBP', country: 'gb', method: 'dhl', urgent: true },
    lines: { plan: 5500, urgent: 2000, shipping: 1900, travel: 0, discount: 0, tax: 1880, total: 11280 },
    working: '5500 + 2000 + 1900 = 9400; × 20 % = 1880',
  },
  {
    name: 'money off the plan to London',
    choices: { selectedLicense: 40, currency: 'GBP', country: 'gb', method: 'post', urgent: false, coupon: 'FIXED10' },
    lines: { plan: 3900, urgent: 0, shipping: 800, travel: 0, discount: 800, tax: 780, total: 4680 },
    working: '3900 − 800 + 800 = 3900; × 20 % = 780',
  },
  {
    name: 'a digital permit at 20 %',
    choices: { selectedLicense: 44, currency: 'GBP', country: 'gb', urgent: true },
    lines: { plan: 3100, urgent: 2000, shipping: 0, travel: 0, discount: 0, tax: 1020, total: 6120 },
    working: '3100 + 2000 = 5100; × 20 % = 1020',
  },
  {
    name: 'three cables to New Jersey',
    choices: { selectedLicense: 41, currency: 'GBP', country: 'us', state: 'NJ', method: 'fedex', urgent: false, travelItemsInCart: [{ item_id: 6, quantity: 3 }] },
    lines: { plan: 4700, urgent: 0, shipping: 1300, travel: 2850, discount: 0, tax: 586, total: 9436 },
    working: '4700 + 1300 + 3 × 950 = 8850; × 6.625 % = 586.3125 → 586',
  },
  {
    name: 'South Africa by post',
    choices: { selectedLicense: 42, currency: 'GBP', country: 'za', method: 'post', urgent: false },
    lines: { plan: 5500, urgent: 0, shipping: 1400, travel: 0, discount: 0, tax: 0, total: 6900 },
    working: '5500 + 1400 = 6900',
  },
  {
    name: 'free shipping to London with ten sleeves',
    choices: { selectedLicense: 42, currency: 'GBP', country: 'gb', method: 'fedex', urgent: true, travelItemsInCart: [{ item_id: 4, quantity: 10 }], coupon: 'FREESHIP' },
    lines: { plan: 5500, urgent: 2000, shipping: 0, travel: 5000, discount: 0, tax: 2500, total: 15000 },
    working: 'delivery, 1700, is free; 5500 + 2000 + 10 × 500 = 12500; × 20 % = 2500',
  },
  // In Canadian dollars.
  {
    name: 'Ontario at 13 %',
    choices: { selectedLicense: 42, currency: 'CAD', country: 'ca', state: 'ON', method: 'dhl', urgent: true },
    lines: { plan: 9500, urgent: 3400, shipping: 2600, travel: 0, discount: 0, tax: 2015, total: 17515 },
    working: '9500 + 3400 + 2600 = 15500; × 13 % = 2015',
  },
  {
    name: 'Nova Scotia at 14 %, with a SIM case',
    choices: { selectedLicense: 40, currency: 'CAD', country: 'ca', state: 'NS', method: 'post', urgent: false, travelItemsInCart: [{ item_id: 12, quantity: 1 }] },
    lines: { plan: 6700, urgent: 0, shipping: 1200, travel: 950, discount: 0, tax: 1239, total: 10089 },
    working: '6700 + 1200 + 950 = 8850; × 14 % = 1239',
  },
  {
    name: 'Québec with its accent',
    choices: { selectedLicense: 45, currency: 'CAD', country: 'ca', state: 'Québec', urgent: false, coupon: 'FROMIDAWITHLOVE' },
    lines: { plan: 6700, urgent: 0, shipping: 0, travel: 0, discount: 670, tax: 302, total: 6332 },
    working: '10 % of 6700 = 670; 6700 − 670 = 6030; × 5 % = 301.5 → 302',
  },
  {
    name: 'money off a cart to Alberta',
    choices: { selectedLicense: 41, currency: 'CAD', country: 'ca', state: 'AB', method: 'fedex', urgent: true, travelItemsInCart: [{ item_id: 10, quantity: 2 }], coupon: 'CART20' },
    lines: { plan: 8100, urgent: 3400, shipping: 2300, travel: 3000, discount: 2800, tax: 700, total: 14700 },
    working: '8100 − 2800 + 3400 + 2300 + 2 × 1500 = 14000; × 5 % = 700',
  },
  {
    name: 'Newfoundland at 15 % under an odd percentage',
    choices: { selectedLicense: 42, currency: 'CAD', country: 'ca', state: 'NL', method: 'dhl', urgent: false, travelItemsInCart: [{ item_id: 12, quantity: 7 }], coupon: 'ODDPERCENT' },
    lines: { plan: 9500, urgent: 0, shipping: 2600, travel: 6650, discount: 5378, tax: 2006, total: 15378 },
    working: '33.3 % of 9500 = 3163.5 → 3164; 33.3 % of 6650 = 2214.45 → 2214; 3164 + 2214 = 5378; 9500 − 5378 + 2600 + 7 × 950 = 13372; × 15 % = 2005.8 → 2006',
  },
  // In rupees.
  {
    name: 'Karnataka at 18 %',
    choices: { selectedLicense: 42, currency: 'INR', country: 'in', state: 'KA', method: 'dhl', urgent: true },
    lines: { plan: 559900, urgent: 199900, shipping: 239900, travel: 0, discount: 0, tax: 179946, total: 1179646 },
    working: '559900 + 199900 + 239900 = 999700; × 18 % = 179946',
  },
  {
    name: 'the cheapest permit in India',
    choices: { selectedLicense: 43, currency: 'INR', country: 'in', state: 'KA', urgent: false },
    lines: { plan: 239900, urgent: 0, shipping: 0, travel: 0, discount: 0, tax: 43182, total: 283082 },
    working: '239900; × 18 % = 43182',
  },
  {
    name: 'free shipping within India’s zone',
    choices: { selectedLicense: 40, currency: 'INR', country: 'in', state: 'KA', method: 'post', urgent: false, coupon: 'FREESHIP' },
    lines: { plan: 399900, urgent: 0, shipping: 0, travel: 0, discount: 0, tax: 71982, total: 471882 },
    working: 'delivery, 119900, is free; 399900; × 18 % = 71982',
  },
  {
    name: 'two years to Dubai with a charger',
    choices: { selectedLicense: 41, currency: 'INR', country: 'ae', method: 'dhl', urgent: true, travelItemsInCart: [{ item_id: 5, quantity: 1 }], coupon: 'FROMIDAWITHLOVE' },
    lines: { plan: 479900, urgent: 199900, shipping: 259900, travel: 114900, discount: 47990, tax: 50331, total: 1056941 },
    working: '10 % of 479900 = 47990; 479900 − 47990 + 199900 + 259900 + 114900 = 1006610; × 5 % = 50330.5 → 50331',
  },
  {
    name: 'money off the plan in rupees',
    choices: { selectedLicense: 42, currency: 'INR', country: 'in', state: 'MH', method: 'fedex', urgent: false, coupon: 'FIXED10' },
    lines: { plan: 559900, urgent: 0, shipping: 229900, travel: 0, discount: 79900, tax: 127782, total: 837682 },
    working: '559900 − 79900 + 229900 = 709900; × 18 % = 127782',
  },
  // In dirhams.
  {
    name: 'Dubai at 5 %',
    choices: { selectedLicense: 42, currency: 'AED', country: 'ae', method: 'dhl', urgent: true },
    lines: { plan: 24900, urgent: 8900, shipping: 11400, travel: 0, discount: 0, tax: 2260, total: 47460 },
    working: '24900 + 8900 + 11400 = 45200; × 5 % = 2260',
  },
  {
    name: 'a code for digital plans in Dubai',
    choices: { selectedLicense: 45, currency: 'AED', country: 'ae', urgent: false, coupon: 'DIGITAL5' },
    lines: { plan: 17900, urgent: 0, shipping: 0, travel: 0, discount: 1800, tax: 805, total: 16905 },
    working: '17900 − 1800 = 16100; × 5 % = 805',
  },
  {
    name: 'a discount on travel items in Dubai',
    choices: { selectedLicense: 40, currency: 'AED', country: 'ae', method: 'fedex', urgent: false, travelItemsInCart: [{ item_id: 1, quantity: 1 }, { item_id: 6, quantity: 3 }, { item_id: 12, quantity: 2 }], coupon: 'TRAVEL25' },
    lines: { plan: 17900, urgent: 0, shipping: 10600, travel: 25300, discount: 6325, tax: 2374, total: 49849 },
    working: '25 % of 6900 = 1725; 25 % of 13200 = 3300; 25 % of 5200 = 1300; 1725 + 3300 + 1300 = 6325; 17900 − 6325 + 10600 + 6900 + 3 × 4400 + 2 × 2600 = 47475; × 5 % = 2373.75 → 2374',
  },
  {
    name: 'Turkey without tax',
    choices: { selectedLicense: 42, currency: 'AED', country: 'tr', method: 'post', urgent: false },
    lines: { plan: 24900, urgent: 0, shipping: 5500, travel: 0, discount: 0, tax: 0, total: 30400 },
    working: '24900 + 5500 = 30400',
  },
  {
    name: 'a code worth more than the cart in dirhams',
    choices: { selectedLicense: 41, currency: 'AED', country: 'ae', method: 'dhl', urgent: true, coupon: 'BEYONDTHECART' },
    lines: { plan: 21500, urgent: 8900, shipping: 11400, travel: 0, discount: 30400, tax: 570, total: 11970 },
    working: '9999900 is more than 30400, all of it goes; 21500 − 30400 + 8900 + 11400 = 11400; × 5 % = 570',
  },
  // In yen, which have no smaller unit.
  {
    name: 'Tokyo at 10 %',
    choices: { selectedLicense: 42, currency: 'JPY', country: 'jp', method: 'dhl', urgent: true },
    lines: { plan: 10400, urgent: 3800, shipping: 4400, travel: 0, discount: 0, tax: 1860, total: 20460 },
    working: '10400 + 3800 + 4400 = 18600; × 10 % = 1860',
  },
  {
    name: 'the usual code in Tokyo',
    choices: { selectedLicense: 45, currency: 'JPY', country: 'jp', urgent: false, coupon: 'FROMIDAWITHLOVE' },
    lines: { plan: 7400, urgent: 0, shipping: 0, travel: 0, discount: 740, tax: 666, total: 7326 },
    working: '10 % of 7400 = 740; 7400 − 740 = 6660; × 10 % = 666',
  },
  {
    name: 'parking discs and SIM cases to Tokyo',
    choices: { selectedLicense: 40, currency: 'JPY', country: 'jp', method: 'post', urgent: false, travelItemsInCart: [{ item_id: 8, quantity: 1 }, { item_id: 12, quantity: 3 }] },
    lines: { plan: 7400, urgent: 0, shipping: 2100, travel: 4050, discount: 0, tax: 1355, total: 14905 },
    working: '7400 + 2100 + 750 + 3 × 1100 = 13550; × 10 % = 1355',
  },
  {
    name: 'New Jersey in yen',
    choices: { selectedLicense: 41, currency: 'JPY', country: 'us', state: 'NJ', method: 'fedex', urgent: true },
    lines: { plan: 8900, urgent: 3800, shipping: 2600, travel: 0, discount: 0, tax: 1014, total: 16314 },
    working: '8900 + 3800 + 2600 = 15300; × 6.625 % = 1013.625 → 1014',
  },
  {
    name: 'a Swiss driver in yen',
    choices: { selectedLicense: 43, currency: 'JPY', country: 'ch', urgent: false },
    lines: { plan: 4400, urgent: 0, shipping: 0, travel: 0, discount: 0, tax: 356, total: 4756 },
    working: '4400; × 8.1 % = 356.4 → 356',
  },
  {
    name: 'money off a cart in yen',
    choices: { selectedLicense: 42, currency: 'JPY', country: 'jp', method: 'dhl', urgent: true, travelItemsInCart: [{ item_id: 3, quantity: 10 }], coupon: 'CART20' },
    lines: { plan: 10400, urgent: 3800, shipping: 4400, travel: 33000, discount: 3000, tax: 4860, total: 53460 },
    working: '10400 − 3000 + 3800 + 4400 + 10 × 3300 = 48600; × 10 % = 4860',
  },
  {
    name: 'Finland in yen under the spring deal',
    choices: { selectedLicense: 42, currency: 'JPY', country: 'fi', method: 'fedex', urgent: false, coupon: 'SPRINGDEAL' },
    lines: { plan: 10400, urgent: 0, shipping: 3500, travel: 0, discount: 1560, tax: 3147, total: 15487 },
    working: '15 % of 10400 = 1560; 10400 − 1560 + 3500 = 12340; × 25.5 % = 3146.7 → 3147',
  },
  {
    name: 'an odd percentage in yen',
    choices: { selectedLicense: 44, currency: 'JPY', country: 'jp', urgent: true, coupon: 'ODDPERCENT' },
    lines: { plan: 5900, urgent: 3800, shipping: 0, travel: 0, discount: 1965, tax: 774, total: 8509 },
    working: '33.3 % of 5900 = 1964.7 → 1965; 5900 − 1965 + 3800 = 7735; × 10 % = 773.5 → 774',
  },
  {
    name: 'a lifetime from the summer link, in yen',
    choices: { launch: { 't-34374257': '1' }, selectedLicense: 96, currency: 'JPY', country: 'jp', method: 'dhl', urgent: false, coupon: 'FROMIDAWITHLOVE' },
    lines: { plan: 22400, urgent: 0, shipping: 4400, travel: 0, discount: 2240, tax: 2456, total: 27016 },
    working: '10 % of 22400 = 2240; 22400 − 2240 + 4400 = 24560; × 10 % = 2456',
  },
  {
    name: 'a digital permit for nothing in yen',
    choices: { selectedLicense: 43, currency: 'JPY', country: 'jp', urgent: false, coupon: 'FULL100' },
    lines: { plan: 4400, urgent: 0, shipping: 0, travel: 0, discount: 4400, tax: 0, total: 0 },
    working: '100 % of 4400 = 4400; 4400 − 4400 = 0; × 10 % = 0',
  },
  // In Australian dollars.
  {
    name: 'Sydney at 10 %',
    choices: { selectedLicense: 42, currency: 'AUD', country: 'au', state: 'NSW', method: 'dhl', urgent: true },
    lines: { plan: 10500, urgent: 3800, shipping: 4400, travel: 0, discount: 0, tax: 1870, total: 20570 },
    working: '10500 + 3800 + 4400 = 18700; × 10 % = 1870',
  },
  {
    name: 'a digital permit in Australia',
    choices: { selectedLicense: 43, currency: 'AUD', country: 'au', state: 'VIC', urgent: true },
    lines: { plan: 4500, urgent: 3800, shipping: 0, travel: 0, discount: 0, tax: 830, total: 9130 },
    working: '4500 + 3800 = 8300; × 10 % = 830',
  },
  {
    name: 'New Zealand at 15 % with two extras',
    choices: { selectedLicense: 41, currency: 'AUD', country: 'nz', method: 'fedex', urgent: false, travelItemsInCart: [{ item_id: 8, quantity: 2 }, { item_id: 12, quantity: 1 }] },
    lines: { plan: 8900, urgent: 0, shipping: 4100, travel: 2550, discount: 0, tax: 2333, total: 17883 },
    working: '8900 + 4100 + 2 × 750 + 1050 = 15550; × 15 % = 2332.5 → 2333',
  },
  {
    name: 'money off the plan to Sydney',
    choices: { selectedLicense: 40, currency: 'AUD', country: 'au', state: 'NSW', method: 'post', urgent: false, coupon: 'FIXED10' },
    lines: { plan: 7500, urgent: 0, shipping: 2100, travel: 0, discount: 1500, tax: 810, total: 8910 },
    working: '7500 − 1500 + 2100 = 8100; × 10 % = 810',
  },
  // In yuan.
  {
    name: 'China, where there is no tax',
    choices: { selectedLicense: 42, currency: 'CNY', country: 'cn', method: 'dhl', urgent: true },
    lines: { plan: 48900, urgent: 17900, shipping: 20900, travel: 0, discount: 0, tax: 0, total: 87700 },
    working: '48900 + 17900 + 20900 = 87700',
  },
  {
    name: 'a digital permit in yuan',
    choices: { selectedLicense: 45, currency: 'CNY', country: 'cn', urgent: false },
    lines: { plan: 34900, urgent: 0, shipping: 0, travel: 0, discount: 0, tax: 0, total: 34900 },
    working: '34900',
  },
  {
    name: 'New Jersey in yuan with a power adapter',
    choices: { selectedLicense: 40, currency: 'CNY', country: 'us', state: 'NJ', method: 'post', urgent: false, travelItemsInCart: [{ item_id: 3, quantity: 1 }] },
    lines: { plan: 34900, urgent: 0, shipping: 6400, travel: 15700, discount: 0, tax: 3776, total: 60776 },
    working: '34900 + 6400 + 15700 = 57000; × 6.625 % = 3776.25 → 3776',
  },
  {
    name: 'a code with few uses, in yuan',
    choices: { selectedLicense: 44, currency: 'CNY', country: 'cn', urgent: true, coupon: 'LIMITED' },
    lines: { plan: 27900, urgent: 17900, shipping: 0, travel: 0, discount: 8370, tax: 0, total: 37430 },
    working: '30 % of 27900 = 8370; 27900 − 8370 + 17900 = 37430',
  },
  {
    name: 'half price in yuan to Hong Kong',
    choices: { selectedLicense: 41, currency: 'CNY', country: 'hk', method: 'fedex', urgent: false, coupon: 'take50' },
    lines: { plan: 41900, urgent: 0, shipping: 19400, travel: 0, discount: 20950, tax: 0, total: 40350 },
    working: '50 % of 41900 = 20950; 41900 − 20950 + 19400 = 40350',
  },
  // In Singapore dollars.
  {
    name: 'Singapore at 9 %',
    choices: { selectedLicense: 42, currency: 'SGD', country: 'sg', method: 'dhl', urgent: true },
    lines: { plan: 9200, urgent: 3300, shipping: 3900, travel: 0, discount: 0, tax: 1476, total: 17876 },
    working: '9200 + 3300 + 3900 = 16400; × 9 % = 1476',
  },
  {
    name: 'a code for digital plans in Singapore',
    choices: { selectedLicense: 44, currency: 'SGD', country: 'sg', urgent: false, coupon: 'DIGITAL5' },
    lines: { plan: 5200, urgent: 0, shipping: 0, travel: 0, discount: 650, tax: 410, total: 4960 },
    working: '5200 − 650 = 4550; × 9 % = 409.5 → 410',
  },
  {
    name: 'ten tags and ten discs to Thailand under a travel discount',
    choices: { selectedLicense: 41, currency: 'SGD', country: 'th', method: 'post', urgent: false, travelItemsInCart: [{ item_id: 11, quantity: 10 }, { item_id: 8, quantity: 10 }], coupon: 'TRAVEL25' },
    lines: { plan: 7900, urgent: 0, shipping: 1900, travel: 17000, discount: 4250, tax: 0, total: 22550 },
    working: '25 % of 10500 = 2625; 25 % of 6500 = 1625; 2625 + 1625 = 4250; 7900 − 4250 + 1900 + 10 × 1050 + 10 × 650 = 22550',
  },
  // In zloty.
  {
    name: 'Warsaw at 23 %',
    choices: { selectedLicense: 42, currency: 'PLN', country: 'pl', method: 'dhl', urgent: false },
    lines: { plan: 26900, urgent: 0, shipping: 9900, travel: 0, discount: 0, tax: 8464, total: 45264 },
    working: '26900 + 9900 = 36800; × 23 % = 8464',
  },
  {
    name: 'the usual code in Warsaw',
    choices: { selectedLicense: 45, currency: 'PLN', country: 'pl', urgent: true, coupon: 'FROMIDAWITHLOVE' },
    lines: { plan: 18900, urgent: 9500, shipping: 0, travel: 0, discount: 1890, tax: 6097, total: 32607 },
    working: '10 % of 18900 = 1890; 18900 − 1890 + 9500 = 26510; × 23 % = 6097.3 → 6097',
  },
  {
    name: 'an odd percentage in Warsaw',
    choices: { selectedLicense: 40, currency: 'PLN', country: 'pl', method: 'post', urgent: false, travelItemsInCart: [{ item_id: 4, quantity: 3 }, { item_id: 2, quantity: 1 }], coupon: 'ODDPERCENT' },
    lines: { plan: 18900, urgent: 0, shipping: 4700, travel: 12800, discount: 8592, tax: 6396, total: 34204 },
    working: '33.3 % of 18900 = 6293.7 → 6294; 33.3 % of 6900 = 2297.7 → 2298; 6294 + 2298 = 8592; 18900 − 8592 + 4700 + 3 × 2300 + 5900 = 27808; × 23 % = 6395.84 → 6396',
  },
  {
    name: 'a code worth more than the plan, to Budapest',
    choices: { selectedLicense: 41, currency: 'PLN', country: 'hu', method: 'fedex', urgent: false, coupon: 'BEYONDTHEPLAN' },
    lines: { plan: 22900, urgent: 0, shipping: 8900, travel: 0, discount: 22900, tax: 2403, total: 11303 },
    working: '9999900 is more than 22900, all of it goes; 22900 − 22900 + 8900 = 8900; × 27 % = 2403',
  },
]
