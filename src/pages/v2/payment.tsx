import { CurrencyChangeNotice } from '@/features/currency-change/currency-change-notice'
import { OrderSummary } from '@/features/order-summary/order-summary'
import { Partner } from '@/features/partner/partner'
import { Payment } from '@/features/payment/payment'
import { Preferences } from '@/features/preferences/preferences'
import { StepShell } from '@/features/shell/step-shell'
import { stepPage } from '@/server/pages/step-page'

export default function PaymentPage() {
  return (
    <StepShell
      step="payment"
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
    </StepShell>
  )
}

export const getServerSideProps = stepPage('payment', ['payment'])
