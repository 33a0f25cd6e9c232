import { useTranslation } from 'next-i18next/pages'
import { stepById } from '@/domain/steps'
import { DriverDetails, driverFormId } from '@/features/driver-details/driver-details'
import { OrderSummary } from '@/features/order-summary/order-summary'
import { Preferences } from '@/features/preferences/preferences'
import { PageTitle } from '@/features/shell/page-title'
import { StepShell } from '@/features/shell/step-shell'
import { stepPage } from '@/server/page'

export default function DriverDetailsPage() {
  const { t } = useTranslation(['driver-details', 'common'])
  return (
    <StepShell
      step="driver-details"
      summary={<OrderSummary />}
      preferences={<Preferences />}
      action={{ form: driverFormId, label: t('continueShort') }}
    >
      <DriverDetails
        titleWithErrors={
          <PageTitle hasErrors title={t(`common:${stepById('driver-details').title}`)} />
        }
      />
    </StepShell>
  )
}

export const getServerSideProps = stepPage('driver-details', ['driver-details'])
