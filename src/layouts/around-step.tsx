import { CurrencyChangeNotice } from '@/features/currency-change/currency-change-notice'
import { OrderSummary } from '@/features/order-summary/order-summary'
import { Partner } from '@/features/partner/partner'
import { Preferences } from '@/features/preferences/preferences'

/** The order summary of every step. */
export const summary = (
  <>
    <CurrencyChangeNotice placement="summary" />
    <OrderSummary />
  </>
)

/** The choice of language and currency in every step's header. */
export const preferences = <Preferences />

/** The parts above every step. */
export const notices = (
  <>
    <Partner />
    <CurrencyChangeNotice placement="step" />
  </>
)
