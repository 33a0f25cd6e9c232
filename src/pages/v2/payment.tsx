import { Payment } from '@/features/payment/payment'
import { StepShell } from '@/features/shell/step-shell'
import { notices, preferences, summary } from '@/layouts/around-step'
import { stepPage } from '@/server/pages/step-page'

export default function PaymentPage() {
  return (
    <StepShell step="payment" summary={summary} preferences={preferences}>
      {notices}
      <Payment />
    </StepShell>
  )
}

export const getServerSideProps = stepPage('payment', ['payment'])
