import dynamic from 'next/dynamic'
import { useEffect, useRef } from 'react'
import { useCheckoutState, useCheckoutStore, usePage } from '@/client/checkout/checkout-provider'
import type { FormPart } from '@/client/checkout/form-part'
import { useFormSections } from '@/client/checkout/use-form-sections'
import { usePrices } from '@/client/format/use-prices'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { findPlan, hasParcel, type NamedCategory } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { paymentStep } from '@/domain/checkout/steps'
import type { FieldIssue } from '@/domain/input/field-issue'
import { usePlanFields, usePlanForm } from '@/features/plan/choose-plan'
import {
  Delivery,
  deliveryId,
  useDeliveryHeading,
  useIsDeliveryAnswered,
} from '@/features/plan/delivery'
import { FormatChoice, PlanDuration } from '@/features/plan/plan-cards'
import { isAddressField } from '@/features/plan/plan-form'
import { Methods } from '@/features/plan/shipping-method-cards'
import type { ServedMethods } from '@/features/plan/shipping-methods'
import { AnswerLine } from '@/ui/answer-line'
import { FormSection } from '@/ui/form-section'
import { Subgroup } from '@/ui/subgroup'

// Lazy: only a customer who comes back has an address.
const DeliveryAnswers = dynamic(() =>
  import('@/features/plan/lazy-delivery-answers').then(({ DeliveryAnswers }) => DeliveryAnswers),
)

const planSections = ['permit', 'delivery'] as const

/** The section that asks for a field; acknowledgements are about the format. */
const sectionOf = (field: string) =>
  field === 'selectedLicense' || field.includes(':') ? 'permit' : 'delivery'

/** Plan and delivery within a larger form. Continue asks for each once, also for a preselected plan. */
export function usePlanPart(id: string, servedMethods: ServedMethods | undefined) {
  const { issues } = usePage()
  const store = useCheckoutStore()
  const { category, shipping } = useCheckoutState('category', 'shipping')
  const isDeliveryAnswered = useIsDeliveryAnswered(shipping.country)
  const sections = useFormSections(planSections, () => ({
    open: issues.length > 0 ? planSections : [],
    asked: planSections.filter(
      section =>
        issues.length > 0 ||
        (section === 'permit'
          ? isPlanAnswered(optimisticState(store.getState()))
          : isDeliveryAnswered),
    ),
  }))
  const isPrinted = hasParcel(category)
  const next = planSections.find(
    section => !sections.asked.includes(section) && (section === 'permit' || isPrinted),
  )
  const hasNext = next !== undefined
  const validSubmission = useRef<(issues: FieldIssue[]) => void>(undefined)
  const plan = usePlanForm(
    servedMethods,
    async showIssues => {
      validSubmission.current = showIssues
    },
    {
      id,
      sections: {
        isAsked: field => sections.asked.includes(sectionOf(field)),
        askNext: () => {
          if (next) sections.ask(next)
          return hasNext
        },
        openInvalid: sections.openInvalid,
      },
    },
  )
  const { form } = plan
  useDriverCountry(form, plan.country)
  const { errors, fields } = usePlanFields(plan, isPlanIssue)

  const part: FormPart = {
    errors,
    hasNext,
    validate: async event => {
      validSubmission.current = undefined
      await form.submit(event)
      return validSubmission.current !== undefined
    },
    showIssues: issues => validSubmission.current?.(issues),
  }
  return { ...plan, part, fields, sections, isPrinted }
}

/** Whether the customer, a link or a partner has chosen the plan, or the page was submitted before. */
const isPlanAnswered = ({ planChanged, partnerToken, step }: CheckoutState): boolean =>
  planChanged || partnerToken !== null || step >= paymentStep

/**
 * Until another country is chosen, the parcel goes to the driver's, which may change on the same
 * page.
 */
function useDriverCountry(
  { showValues }: ReturnType<typeof usePlanForm>['form'],
  country: string,
): void {
  useEffect(() => showValues({ shipping_country: country }), [country, showValues])
}

/** A page returned by the server has the issues of all its parts. */
const isPlanIssue = ({ field, message }: FieldIssue): boolean =>
  field.includes(':')
    ? field.startsWith('digital_refused:')
    : /^(?:selectedLicense|shipping_|pickup_point|phone|trip_start)/.test(message) ||
      isAddressField(field)

type PlanPartProps = ReturnType<typeof usePlanPart> & {
  /** Position of the first section among the form's sections. */
  firstNumber: number
}

/** Format, years and delivery: a row each, until the customer opens it or Continue asks for it. */
export function PlanPart({
  fields,
  country,
  shippingMethods,
  sections,
  firstNumber,
}: PlanPartProps) {
  const { t } = useTranslation('plan')
  const deliveryState = sections.stateOf('delivery')
  return (
    <>
      <FormSection
        id="permit"
        number={firstNumber}
        heading={t('permit.heading')}
        state={sections.stateOf('permit')}
        line={<PlanAnswers />}
        action={t('delivery.change')}
        onOpen={() => sections.openSection('permit')}
      >
        <Subgroup heading={t('format.heading')}>
          <FormatChoice {...fields} />
        </Subgroup>
        <Subgroup heading={t('years.heading')}>
          <PlanDuration {...fields} />
        </Subgroup>
        <p className="text-ink-2 text-sm">{t('translation')}</p>
      </FormSection>
      <FormSection
        id={deliveryId}
        number={firstNumber + 1}
        heading={useDeliveryHeading()}
        state={deliveryState}
        line={deliveryState === 'later' ? t('delivery.line') : <DeliveryAnswers />}
        action={deliveryState === 'answered' && t('delivery.change')}
        onOpen={() => sections.openSection('delivery')}
        className="group-has-[[value=digital]:checked]/plan:hidden"
      >
        <Delivery
          {...fields}
          country={country}
          methods={<Methods {...fields} country={country} shippingMethods={shippingMethods} />}
        />
      </FormSection>
    </>
  )
}

/** The plan of a closed section, with its price. */
function PlanAnswers() {
  const { t } = useTranslation('common')
  const { productList, selectedLicense, currency } = useCheckoutState(
    'productList',
    'selectedLicense',
    'currency',
  )
  const prices = usePrices(currency)
  const plan = findPlan(productList, selectedLicense)
  if (!plan) return null
  const name = t(`plan.name.${plan.category as NamedCategory}`, { count: plan.years ?? 0 })
  return <AnswerLine answers={[name, prices.major(plan.price)]} />
}
