import { useTranslation } from 'next-i18next/pages'
import { CurrencyChangeNotice } from '@/features/currency-change/currency-change-notice'
import { DriverDetails } from '@/features/driver-details/driver-details'
import { driverFormId } from '@/features/driver-details/driver-form'
import { useResidence } from '@/features/driver-details/use-residence'
import { OrderSummary } from '@/features/order-summary/order-summary'
import { Partner } from '@/features/partner/partner'
import { PopularCountriesSlot } from '@/features/popular-countries/popular-countries-slot'
import { Preferences } from '@/features/preferences/preferences'
import { StepShell } from '@/features/shell/step-shell'
import { stepPage } from '@/server/pages/step-page'

export default function DriverDetailsPage() {
  const { t } = useTranslation('driver-details')
  return (
    <StepShell
      step="driver-details"
      summary={
        <>
          <CurrencyChangeNotice placement="summary" />
          <OrderSummary />
        </>
      }
      aside={<PopularCountriesSlot />}
      preferences={<Preferences />}
      action={{
        form: driverFormId,
        label: t('continueShort'),
        isBlocked: useResidence().from_ === 'no',
      }}
    >
      <Partner />
      <CurrencyChangeNotice placement="step" />
      <DriverDetails />
    </StepShell>
  )
}

export const getServerSideProps = stepPage('driver-details', [
  'driver-details',
  'pickers',
  'permits',
])
