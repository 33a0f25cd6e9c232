import { useTranslation } from 'next-i18next/pages'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { usePaidElsewhere } from '@/client/checkout/use-paid-redirect'
import { visibleState } from '@/client/store/checkout-store'
import {
  type ExpressStepId,
  expressStepById,
  expressSteps,
  paymentStep,
} from '@/domain/checkout/steps'
import { itemOf, StepLayout, type StepLayoutProps } from '@/features/shell/step-layout'

type ExpressShellProps = Omit<StepLayoutProps, 'step' | 'items' | 'back'> & { step: ExpressStepId }

/** Everything around one of the two pages of the express checkout. */
export function ExpressShell({ step: id, ...page }: ExpressShellProps) {
  const { t } = useTranslation('common')
  const saved = useCheckout(visibleState)
  const step = expressStepById(id)
  usePaidElsewhere('payment')
  return (
    <StepLayout
      {...page}
      step={step}
      items={expressSteps.map(one =>
        itemOf(one, `0${one.number} ${t(`steps.${one.id}.short`)}`, {
          current: step,
          isOpen: one.number < step.number || saved.step >= paymentStep,
        }),
      )}
      back={step.number > 1 ? expressSteps[0]?.route : undefined}
    />
  )
}
