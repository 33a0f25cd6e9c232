import { useTranslation } from '@/client/texts/use-translation'
import { findExpressStep } from '@/domain/checkout/steps'
import { DriverPart, useDriverPart } from '@/features/driver-details/driver-part'
import { OfferCard, OfferStrip } from '@/features/driver-details/offer'
import { ExpressForm, expressFormId, useExpressForm } from '@/features/express/express-form'
import { SaveProblemStatus } from '@/features/order-summary/save-problem-status'
import { PhotosPart, useMissingPhotosChange } from '@/features/photos/checkout-photos'
import { PlanPart, usePlanPart } from '@/features/plan/plan-part'
import { UrgentPart } from '@/features/review/urgent-part'
import { ExpressShell } from '@/features/shell/express-shell'
import { notices, preferences, summary } from '@/layouts/around-step'
import { type PageProps, stepPage } from '@/server/pages/step-page'

const { route } = findExpressStep('info')

/** Everything but the payment on one page (express checkout). */
export default function ExpressInfoPage({ delivery }: Pick<PageProps, 'delivery'>) {
  const { t } = useTranslation(['common', 'plan'])
  const driver = useDriverPart(expressFormId)
  const plan = usePlanPart(expressFormId, delivery)
  const hasNext = [driver, plan].some(({ part }) => part.hasNext)
  const form = useExpressForm([driver.part, plan.part], useMissingPhotosChange())
  return (
    <ExpressShell
      step="info"
      summary={
        <>
          <OfferCard />
          {summary}
        </>
      }
      preferences={preferences}
      action={{
        form: expressFormId,
        label: t('express.continueShort'),
        isBlocked: driver.part.isBlocked ?? false,
      }}
    >
      <OfferStrip />
      {notices}
      <ExpressForm
        form={form}
        isContinueInSection={hasNext && driver.form.sections.open.length > 0}
        footer={<PhotosPart route={route} form={expressFormId} number={plan.isPrinted ? 7 : 6} />}
      >
        <DriverPart {...driver} hasNext={hasNext} />
        <PlanPart {...plan} firstNumber={4} />
        <UrgentPart
          form={expressFormId}
          number={plan.isPrinted ? 6 : 5}
          action={t('plan:delivery.change')}
          saveProblemStatus={<SaveProblemStatus />}
        />
      </ExpressForm>
    </ExpressShell>
  )
}

export const getServerSideProps = stepPage('info', [
  'driver-details',
  'pickers',
  'permits',
  'permit-notes',
  'plan',
  'urgent',
  'photos',
])
