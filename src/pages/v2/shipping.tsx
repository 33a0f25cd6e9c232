import { useTranslation } from 'next-i18next/pages'
import { stepById } from '@/domain/steps'
import { OrderSummary } from '@/features/order-summary/order-summary'
import { ChoosePlan, planFormId } from '@/features/plan/choose-plan'
import { Preferences } from '@/features/preferences/preferences'
import { PageTitle } from '@/features/shell/page-title'
import { StepShell } from '@/features/shell/step-shell'
import { type PageProps, stepPage } from '@/server/page'

export default function ShippingPage({ delivery }: Pick<PageProps, 'delivery'>) {
  const { t } = useTranslation(['plan', 'common'])
  return (
    <StepShell
      step="shipping"
      summary={<OrderSummary />}
      preferences={<Preferences />}
      action={{ form: planFormId, label: t('continueShort') }}
    >
      <ChoosePlan
        served={delivery}
        titleWithErrors={<PageTitle hasErrors title={t(`common:${stepById('shipping').title}`)} />}
      />
    </StepShell>
  )
}

export const getServerSideProps = stepPage('shipping', ['plan'])
