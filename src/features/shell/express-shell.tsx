import { useCheckoutState } from '@/client/checkout/checkout-provider'
import { usePaidRedirect } from '@/client/checkout/use-paid-redirect'
import { usePreloadPage } from '@/client/checkout/use-preload'
import { useTranslation } from '@/client/texts/use-translation'
import {
  type ExpressStepId,
  expressSteps,
  findExpressStep,
  findStep,
  paymentStep,
} from '@/domain/checkout/steps'
import { StepLayout, type StepLayoutProps, toStepItem } from '@/features/shell/step-layout'

type ExpressShellProps = Omit<StepLayoutProps, 'step' | 'items' | 'previousRoute'> & {
  step: ExpressStepId
}

/** Layout of the two pages of the express checkout. */
export function ExpressShell({ step: id, ...layoutProps }: ExpressShellProps) {
  const { t } = useTranslation('common')
  const state = useCheckoutState('step')
  const step = findExpressStep(id)
  usePaidRedirect('payment')
  usePreloadPage((expressSteps[step.number] ?? findStep('thank-you')).route)
  return (
    <StepLayout
      {...layoutProps}
      step={step}
      items={expressSteps.map(entry =>
        toStepItem(entry, `0${entry.number} ${t(`steps.${entry.id}.short`)}`, {
          current: step,
          isOpen: entry.number < step.number || state.step >= paymentStep,
        }),
      )}
      previousRoute={step.number > 1 ? expressSteps[0]?.route : undefined}
    />
  )
}
