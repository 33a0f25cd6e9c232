import { useCheckoutState } from '@/client/checkout/checkout-provider'
import { useIsEdit } from '@/client/checkout/use-is-edit'
import { usePaidRedirect } from '@/client/checkout/use-paid-redirect'
import { usePreloadPage } from '@/client/checkout/use-preload'
import { useTranslation } from '@/client/texts/use-translation'
import { findStep, findStepByNumber, type Step, type StepId, steps } from '@/domain/checkout/steps'
import { findMissingPhotoTypes } from '@/domain/photos/photo-files'
import { StepLayout, type StepLayoutProps, toStepItem } from '@/features/shell/step-layout'

type StepShellProps = Omit<StepLayoutProps, 'step' | 'items' | 'previousRoute'> & { step: StepId }

/** The step bar has five steps; the sixth is the end. */
const visibleSteps = steps.slice(0, 5)

/** Layout of one of the five steps. */
export function StepShell({ step: id, ...layoutProps }: StepShellProps) {
  const { t } = useTranslation('common')
  const state = useCheckoutState('token', 'step', 'approval_documents')
  const hasPhotos = findMissingPhotoTypes(state.approval_documents.images).length === 0
  const step = findStep(id)
  const isEdit = useIsEdit()
  const previousNumber = isEdit ? 4 : step.number - 1
  usePaidRedirect(id)
  usePreloadPage(findStepByNumber(isEdit ? 4 : step.number + 1).route)
  return (
    <StepLayout
      {...layoutProps}
      step={step}
      items={visibleSteps.map(toItem)}
      previousRoute={previousNumber ? findStepByNumber(previousNumber).route : undefined}
    />
  )

  /** The furthest open step is not complete; photos may be skipped and added after the payment. */
  function toItem(entry: Step) {
    const isOpen = state.token !== '' && entry.number <= state.step
    const isReached = isOpen && entry.number < state.step
    const isSkipped = entry.id === 'upload-photos' && isReached && !hasPhotos && entry !== step
    const label = t(`steps.${entry.id as StepId}.short`)
    return toStepItem(entry, isSkipped ? t('progress.skipped', { step: label }) : label, {
      current: step,
      isOpen,
      isDone: isReached && !isSkipped,
    })
  }
}
