import { useRouter } from 'next/router'
import { useTranslation } from 'next-i18next/pages'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { usePaidElsewhere } from '@/client/checkout/use-paid-redirect'
import { visibleState } from '@/client/store/checkout-store'
import { type StepId, stepById, stepByNumber, steps } from '@/domain/checkout/steps'
import { itemOf, StepLayout, type StepLayoutProps } from '@/features/shell/step-layout'

type StepShellProps = Omit<StepLayoutProps, 'step' | 'items' | 'back'> & { step: StepId }

/** The customer is on one of five steps; the sixth is the end of them. */
const shownSteps = steps.slice(0, 5)

/** Everything around one of the five steps. */
export function StepShell({ step: id, ...page }: StepShellProps) {
  const { t } = useTranslation('common')
  const { from } = useRouter().query
  const saved = useCheckout(visibleState)
  const step = stepById(id)
  // Who came from the review to change something goes back to it.
  const before = from === 'review' ? 4 : step.number - 1
  usePaidElsewhere(id)
  return (
    <StepLayout
      {...page}
      step={step}
      items={shownSteps.map(one =>
        itemOf(one, t(`steps.${one.id}.short`), {
          current: step,
          isOpen: saved.token !== '' && one.number <= saved.step,
        }),
      )}
      back={before ? stepByNumber(before).route : undefined}
    />
  )
}
