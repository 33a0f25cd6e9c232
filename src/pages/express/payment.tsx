import { CurrencyChangeNotice } from '@/features/currency-change/currency-change-notice'
import { OrderSummary } from '@/features/order-summary/order-summary'
import { Partner } from '@/features/partner/partner'
import { Payment } from '@/features/payment/payment'
import { Preferences } from '@/features/preferences/preferences'
import { ExpressShell } from '@/features/shell/express-shell'
import { stepPage } from '@/server/pages/step-page'

export default function ExpressPaymentPage() {
  return (
    <ExpressShell
      step="express-payment"
      summary={
        <>
          <CurrencyChangeNotice placement="summary" />
          <OrderSummary />
        </>
      }
      preferences={<Preferences />}
    >
      <Partner />
      <CurrencyChangeNotice placement="step" />
      <Payment />
    </ExpressShell>
  )
}

export const getServerSideProps = stepPage('express-payment', ['payment'])
