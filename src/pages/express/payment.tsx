import { Payment } from '@/features/payment/payment'
import { ExpressShell } from '@/features/shell/express-shell'
import { notices, preferences, summary } from '@/layouts/around-step'
import { stepPage } from '@/server/pages/step-page'

export default function ExpressPaymentPage() {
  return (
    <ExpressShell step="express-payment" summary={summary} preferences={preferences}>
      {notices}
      <Payment />
    </ExpressShell>
  )
}

export const getServerSideProps = stepPage('express-payment', ['payment'])
