import { useContinueLabel } from '@/client/checkout/use-is-edit'
import { useTranslation } from '@/client/texts/use-translation'
import { DriverDetails } from '@/features/driver-details/driver-details'
import { driverFormId, useResidence } from '@/features/driver-details/driver-form'
import { OfferCard, OfferStrip } from '@/features/driver-details/offer'
import { PopularCountriesSlot } from '@/features/popular-countries/popular-countries-slot'
import { StepShell } from '@/features/shell/step-shell'
import { notices, preferences, summary } from '@/layouts/around-step'
import { stepPage } from '@/server/pages/step-page'

export default function DriverDetailsPage() {
  const { t } = useTranslation('driver-details')
  return (
    <StepShell
      step="driver-details"
      summary={
        <>
          <OfferCard />
          {summary}
        </>
      }
      aside={<PopularCountriesSlot />}
      preferences={preferences}
      action={{
        form: driverFormId,
        label: useContinueLabel(t('continueShort')),
        isBlocked: useResidence().from_ === 'no',
      }}
    >
      <OfferStrip />
      {notices}
      <DriverDetails />
    </StepShell>
  )
}

export const getServerSideProps = stepPage('driver-details', ['driver-details', 'pickers'])
