import type { Product } from '@/domain/catalog/product-schema'
import {
  type CheckoutState,
  emptyCheckout,
  emptyStoredState,
  type StoredState,
} from '@/domain/checkout/checkout-state'
import {
  type Customer,
  emptyCustomer,
  emptyShipping,
  type Shipping,
} from '@/domain/checkout/customer-schema'

/** Sample answers and a small catalog, for tests only. */
export const today = '2026-11-20'

export const driver: Customer = {
  ...emptyCustomer,
  id: 'driver-1',
  email: 'ana@example.com',
  license_first_name: 'Ana',
  license_last_name: 'Silva',
  phone: '351912345678',
  country_of_residence: 'us',
  license_issued: 'us',
  gender: 'female',
  height: '170',
  eye_color: 'brown',
  place_of_birth: 'Lisbon, Portugal',
  date_of_birth: '1991-03-14',
  b_passenger_car: true,
}

export const address: Shipping = {
  ...emptyShipping,
  id: 'address-1',
  first_name: 'Ana',
  last_name: 'Silva',
  country: 'us',
  city: 'Austin',
  address: '12 Congress Avenue',
  state: 'TX',
  postcode: '78701',
}

const buildPlan = (
  id: number,
  category: Product['category'],
  years: number | null,
  price: number,
) => ({
  id,
  name: `${category} ${years ?? ''}`,
  category,
  years,
  price,
  oldPrice: null,
  show_at_checkout: years !== null,
})

export const products: Product[] = [
  buildPlan(40, 'physical', 1, 49),
  buildPlan(41, 'physical', 2, 59),
  buildPlan(42, 'physical', 3, 69),
  buildPlan(43, 'digital', 1, 29),
  buildPlan(44, 'digital', 2, 39),
  buildPlan(45, 'digital', 3, 49),
  buildPlan(60, 'urgent', null, 25),
  buildPlan(62, 'lifetime', null, 199),
]

/** Every answer up to payment, as it is stored: the three-year printed plan by courier. */
export const completeAnswers: StoredState = {
  ...emptyStoredState,
  step: 5,
  customer: driver,
  shipping: address,
  selectedShippingMethod: { code: 'dhl' },
  approval_documents: { add_later: true, images: [] },
  terms: { selected: true, error: false },
}

/** The courier of a sample checkout, as a state has it. */
export const sampleMethod = {
  code: 'dhl',
  name: 'DHL Express',
  price: 19,
  min_delivery: 1,
  max_delivery: 2,
}

/** The same with plans and prices. */
export const completeCheckout: CheckoutState = {
  ...emptyCheckout,
  ...completeAnswers,
  coupon: null,
  productList: products,
  selectedShippingMethod: sampleMethod,
  urgent: { selected: true, total: 25, discount: 0, is_skip: false },
}
