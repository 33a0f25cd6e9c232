import { useRouter } from 'next/router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { UseFormRegister } from 'react-hook-form'
import {
  useCheckout,
  useCheckoutState,
  useCheckoutStore,
} from '@/client/checkout/checkout-provider'
import { leaveStep } from '@/client/checkout/leave-step'
import { useStepForm } from '@/client/checkout/use-step-form'
import { useSubmitStep } from '@/client/checkout/use-submit-step'
import { usePrices } from '@/client/format/use-prices'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { findPlan, hasParcel, urgentId } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { type StateChange, selectUrgent } from '@/domain/checkout/state-change'
import { findStep } from '@/domain/checkout/steps'
import { findMissingPhotoTypes } from '@/domain/photos/photo-files'
import { formatSurcharge } from '@/domain/pricing/money'
import { ChoiceCard, ChoiceCards } from '@/ui/choice-card'
import { Fieldset } from '@/ui/fieldset'

interface UrgentChoiceProps {
  field: ReturnType<UseFormRegister<UrgentForm>>
  value: UrgentForm['urgent']
  /** Why the choice is not in the order, while it is not. */
  saveProblemStatus: ReactNode
}

/** Processing time: two equal cards. */
export function UrgentChoice({ field, value, saveProblemStatus }: UrgentChoiceProps) {
  const { t } = useTranslation(['urgent', 'common'])
  const surcharge = useUrgentSurcharge()
  return (
    <>
      <Fieldset id="urgent" role="radiogroup" legend={t('heading')} legendHidden>
        <ChoiceCards className="sm:grid-cols-2">
          <ChoiceCard
            {...field}
            value="no"
            defaultChecked={value === 'no'}
            title={t('standard')}
            price={t('common:delivery.free')}
          >
            {t('standardText')}
          </ChoiceCard>
          <ChoiceCard
            {...field}
            value="yes"
            defaultChecked={value === 'yes'}
            title={t('urgent')}
            price={<bdi>{surcharge}</bdi>}
          >
            {t('urgentText')}
          </ChoiceCard>
        </ChoiceCards>
      </Fieldset>
      {saveProblemStatus}
      <Effect />
    </>
  )
}

/** When the time of the digital permit starts, and that the parcel is not sped up. */
function Effect() {
  const { t } = useTranslation(['urgent', 'common'])
  const { approval_documents, category } = useCheckoutState('approval_documents', 'category')
  const isMissingPhotos = findMissingPhotoTypes(approval_documents.images).length > 0
  const sentences = [isMissingPhotos && t('clock'), hasParcel(category) && t('courier')]
  const text = sentences
    .filter(sentence => sentence !== false)
    .reduce((first, second) => (first ? t('common:together', { first, second }) : second), '')
  return text && <p className="text-ink-2 text-sm">{text}</p>
}

/** What urgent processing adds to the total, such as `+$25`. */
export function useUrgentSurcharge(): string {
  const { productList, currency } = useCheckoutState('productList', 'currency')
  const prices = usePrices(currency)
  return formatSurcharge(prices.major(findPlan(productList, urgentId)?.price ?? 0))
}

/** Answers of the review form; without scripts they are posted under these names. */
interface UrgentForm {
  urgent: 'yes' | 'no'
}

const toUrgentForm = ({ urgent }: CheckoutState): UrgentForm => ({
  urgent: urgent.selected ? 'yes' : 'no',
})

/** Continuing makes also a preselected answer the customer's own. */
const toChosenUrgent = (state: CheckoutState, urgent: UrgentForm['urgent']): StateChange =>
  state.urgent.is_chosen && toUrgentForm(state).urgent === urgent
    ? {}
    : selectUrgent(urgent === 'yes')

const nextStep = findStep('payment')

/** Processing time, saved as soon as it is chosen. */
export function useUrgentForm(id: string) {
  const store = useCheckoutStore()
  const form = useStepForm<UrgentForm>({
    id,
    toFormValues: toUrgentForm,
    // Only a changed answer counts as the customer's decision.
    toChange: ({ urgent }) =>
      urgent === toUrgentForm(optimisticState(store.getState())).urgent
        ? {}
        : selectUrgent(urgent === 'yes'),
    issuesOf: () => [],
    onValid: async () => undefined,
    onInvalid: () => undefined,
  })
  const { showValues } = form
  const isSelected = useCheckout(state => optimisticState(state).urgent.selected)
  // The order summary can remove the extra, too.
  useEffect(() => showValues({ urgent: isSelected ? 'yes' : 'no' }), [isSelected, showValues])
  return form
}

/**
 * Continues from the review to the payment. The returned function saves the choice with the change
 * that it gets, which is what else the page asks for.
 */
export function useContinueToPayment(setUnsaved: (isUnsaved: boolean) => void) {
  const store = useCheckoutStore()
  const submitStep = useSubmitStep('review')
  const router = useRouter()
  // A refusal just before the click may not have been seen: this click focuses it instead.
  const lastSeenRefusal = useRef<unknown>(null)
  return async ({ urgent }: UrgentForm, otherChange: StateChange) => {
    setUnsaved(false)
    const { refused: refusedChange } = store.getState()
    if (refusedChange && lastSeenRefusal.current !== refusedChange) {
      lastSeenRefusal.current = refusedChange
      document.querySelector<HTMLElement>('main [data-not-saved] button')?.focus()
      return
    }
    // If a save in progress is refused, the choice is lost and there is nothing left to save.
    const isChosen = () => toUrgentForm(optimisticState(store.getState())).urgent === urgent
    const change = { ...toChosenUrgent(optimisticState(store.getState()), urgent), ...otherChange }
    await leaveStep({
      save: async leave => (await submitStep(() => isChosen() && leave(), change)) && isChosen(),
      leave: () => router.push(nextStep.route),
      setUnsaved: () => {
        // A change that a payment holds is explained at the choice.
        lastSeenRefusal.current = store.getState().refused
        setUnsaved(lastSeenRefusal.current === null)
      },
    })
  }
}
