import { useTranslation } from 'next-i18next/pages'
import { DriverDetails, driverFormId } from '@/features/driver-details/driver-details'
import { OrderSummary } from '@/features/order-summary/order-summary'
import { Preferences } from '@/features/preferences/preferences'
import { StepShell } from '@/features/shell/step-shell'
import { stepPage } from '@/server/page'

export default function DriverDetailsPage() {
  const { t } = useTranslation('driver-details')
  return (
    <StepShell
      step="driver-details"
      summary={<OrderSummary />}
      preferences={<Preferences />}
      action={{ form: driverFormId, label: t('continueShort') }}
    >
      <DriverDetails />
    </StepShell>
  )
}

export const getServerSideProps = stepPage('driver-details', ['driver-details'])
