import { CurrencyReceipt } from '@/features/currency-receipt/currency-receipt'
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
          <CurrencyReceipt placement="summary" />
          <OrderSummary />
        </>
      }
      preferences={<Preferences />}
    >
      <Partner />
      <CurrencyReceipt placement="step" />
      <Payment />
    </ExpressShell>
  )
}

export const getServerSideProps = stepPage('express-payment', ['payment'])
