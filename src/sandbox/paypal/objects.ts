/** Objects of PayPal's Orders v2 API; amounts are decimal strings in major units. */
export interface Money {
  currency_code: string
  value: string
}

export type OrderStatus = 'APPROVED' | 'COMPLETED' | 'PAYER_ACTION_REQUIRED' | 'CREATED'

/** The payer's action on PayPal's page, and the result of the capture. */
export type PayerChoice = 'approved' | 'declined' | 'denied' | 'pending'

export interface PaypalOrder {
  id: string
  status: OrderStatus
  amount: Money
  custom_id?: string | undefined
  invoice_id?: string | undefined
  /** The shop's text on the payer's card statement. */
  soft_descriptor?: string | undefined
  return_url?: string | undefined
  cancel_url?: string | undefined
  /** The payer's choice; null before it. */
  choice: PayerChoice | null
  /** Last digits of the card; undefined for a PayPal account. */
  card?: string | undefined
  capture: string | null
  create_time: string
  update_time: string
}

export type CaptureStatus = 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED'

export interface Capture {
  id: string
  status: CaptureStatus
  order: string
  amount: Money
  custom_id?: string | undefined
  invoice_id?: string | undefined
  create_time: string
  update_time: string
}

export interface PaypalRefund {
  id: string
  status: 'COMPLETED'
  capture: string
  amount: Money
  create_time: string
}

export interface PaypalDispute {
  id: string
  capture: string
  status: 'OPEN' | 'RESOLVED'
  outcome?: 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR' | undefined
  create_time: string
  update_time: string
}

export interface PaypalEvent {
  id: string
  event_version: '1.0'
  create_time: string
  resource_type: 'capture' | 'checkout-order' | 'dispute' | 'refund'
  resource_version: '2.0'
  event_type: string
  summary: string
  resource: object
}

/** The result of a PayPal-Request-Id, returned again for a repeated call. */
export interface SavedRequest {
  /** The call and its request id. */
  id: string
  made: string
}
