import { useTranslation } from '@/client/texts/use-translation'
import { findExpressStep } from '@/domain/checkout/steps'
import { DriverPart, useDriverPart } from '@/features/driver-details/driver-part'
import { ExpressForm, expressFormId, useExpressForm } from '@/features/express/express-form'
import { SaveProblemStatus } from '@/features/order-summary/save-problem-status'
import { PhotosPart, useMissingPhotosChange } from '@/features/photos/checkout-photos'
import { PlanPart, usePlanPart } from '@/features/plan/plan-part'
import { UrgentChoice, useUrgentForm } from '@/features/review/urgent-choice'
import { ExpressShell } from '@/features/shell/express-shell'
import { notices, preferences, summary } from '@/layouts/around-step'
import { type PageProps, stepPage } from '@/server/pages/step-page'

const { route } = findExpressStep('info')

/** Everything but the payment on one page (express checkout). */
export default function ExpressInfoPage({ delivery }: Pick<PageProps, 'delivery'>) {
  const { t } = useTranslation('common')
  const driver = useDriverPart(expressFormId)
  const plan = usePlanPart(expressFormId, delivery)
  const urgent = useUrgentForm(expressFormId, async () => undefined)
  const form = useExpressForm([driver.part, plan.part], useMissingPhotosChange())
  return (
    <ExpressShell
      step="info"
      summary={summary}
      preferences={preferences}
      action={{
        form: expressFormId,
        label: t('express.continueShort'),
        isBlocked: driver.part.isBlocked ?? false,
      }}
    >
      {notices}
      <ExpressForm form={form} footer={<PhotosPart route={route} form={expressFormId} />}>
        <DriverPart {...driver} />
        <PlanPart {...plan} />
        <UrgentChoice
          field={urgent.register('urgent')}
          value={urgent.values.urgent}
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
  'plan',
  'urgent',
  'photos',
])
