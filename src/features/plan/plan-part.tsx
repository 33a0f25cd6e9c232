import { useEffect, useRef } from 'react'
import { useCheckout } from '@/client/checkout/checkout-provider'
import type { FormPart } from '@/client/checkout/form-part'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { toShippingForm } from '@/domain/address/shipping-form'
import type { FieldIssue } from '@/domain/input/field-issue'
import { usePlanFields, usePlanForm } from '@/features/plan/choose-plan'
import { Delivery } from '@/features/plan/delivery'
import { FormatChoice, PlanDuration } from '@/features/plan/plan-cards'
import { isAddressField } from '@/features/plan/plan-form'
import { Methods } from '@/features/plan/shipping-method-cards'
import type { ServedMethods } from '@/features/plan/shipping-methods'

/** Plan and delivery within a larger form. */
export function usePlanPart(id: string, servedMethods: ServedMethods | undefined) {
  const validSubmission = useRef<(issues: FieldIssue[]) => void>(undefined)
  const plan = usePlanForm(
    servedMethods,
    async showIssues => {
      validSubmission.current = showIssues
    },
    id,
  )
  const { form } = plan
  useDriverCountryDefaults(form, plan.country)
  const { errors, fields } = usePlanFields(plan, isPlanIssue)

  const part: FormPart = {
    errors,
    validate: async event => {
      validSubmission.current = undefined
      await form.submit(event)
      return validSubmission.current !== undefined
    },
    showIssues: issues => validSubmission.current?.(issues),
  }
  return { ...plan, part, fields }
}

/**
 * Until another country is chosen, the parcel goes to the driver's, which may change on the same
 * page.
 */
function useDriverCountryDefaults(
  { showValues }: ReturnType<typeof usePlanForm>['form'],
  country: string,
): void {
  const dialCode = useCheckout(state => toShippingForm(optimisticState(state)).dialCode)
  useEffect(() => showValues({ shipping_country: country }), [country, showValues])
  useEffect(() => showValues({ dialCode }), [dialCode, showValues])
}

/** A page returned by the server has the issues of all its parts. */
const isPlanIssue = ({ field, message }: FieldIssue): boolean =>
  field.includes(':')
    ? field.startsWith('digital_refused:')
    : /^(?:selectedLicense|shipping_|pickup_point|phone|trip_start)/.test(message) ||
      isAddressField(field)

/** Format, years and delivery. */
export function PlanPart({ fields, country, shippingMethods }: ReturnType<typeof usePlanPart>) {
  const { t } = useTranslation('plan')
  return (
    <>
      <FormatChoice {...fields} />
      <PlanDuration {...fields} />
      <Delivery
        {...fields}
        country={country}
        methods={<Methods {...fields} country={country} shippingMethods={shippingMethods} />}
      />
      <p className="px-1 text-ink-2 text-sm">{t('translation')}</p>
    </>
  )
}
