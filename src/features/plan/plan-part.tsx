import { useTranslation } from 'next-i18next/pages'
import { useEffect, useRef } from 'react'
import { CallFailure } from '@/client/api/api-client'
import { useCheckout } from '@/client/checkout/checkout-provider'
import type { FormPart } from '@/client/checkout/form-part'
import { visibleState } from '@/client/store/checkout-store'
import { isPrinted, type ShippingForm, shippingFormOf } from '@/domain/address/shipping-form'
import type { FieldIssue } from '@/domain/input/field-issue'
import { useAddressFormat, useIssueText } from '@/features/plan/address-formats'
import { usePlanForm } from '@/features/plan/choose-plan'
import { Delivery } from '@/features/plan/delivery'
import type { Fields } from '@/features/plan/fields'
import { Format } from '@/features/plan/permit-format'
import { HowLong } from '@/features/plan/plan-cards'
import { controlOf, inPageOrder, isOfAddress } from '@/features/plan/plan-form'
import { Methods } from '@/features/plan/shipping-method-cards'
import type { ServedMethods } from '@/features/plan/shipping-methods'
import { useStoreAddress } from '@/features/plan/use-continue'

type Refuse = (issues: FieldIssue[]) => void

/** The plan and where it goes, in a form that asks for more. */
export function usePlanPart(id: string, served: ServedMethods | undefined) {
  const storeAddress = useStoreAddress()
  const found = useRef<[ShippingForm, Refuse]>(undefined)
  const plan = usePlanForm(
    served,
    async (...right) => {
      found.current = right
    },
    { id, isPhoneHere: true },
  )
  const { form } = plan
  useFollowing(form, plan.country)
  const { acknowledgements } = useCheckout(visibleState)
  const textOf = useIssueText(plan.country)
  const errors = inPageOrder(form.errors, useAddressFormat(plan.country))
    .filter(isOfPlan)
    .filter(({ field }) => !acknowledgements.includes(field))
    .map(issue => ({ field: issue.field, text: textOf(issue) }))
  const { register, setValue, values } = form
  const fields: Fields = {
    register,
    setValue,
    values,
    errorOf: field => errors.find(error => error.field === field)?.text,
  }

  const part: FormPart = {
    errors: errors.map(({ field, text }) => ({ fieldId: controlOf(field, values), text })),
    check: async event => {
      found.current = undefined
      await form.submit(event)
      return found.current !== undefined
    },
    store: async () => {
      const [answers, refuse] = found.current ?? []
      if (!answers || !isPrinted(answers)) return answers !== undefined
      try {
        await storeAddress(answers)
        return true
      } catch (error) {
        const issues = error instanceof CallFailure ? error.refusal.issues : undefined
        if (!issues) throw error
        refuse?.(issues)
        return false
      }
    },
  }
  return { ...plan, part, fields }
}

/** Until something else is chosen, the parcel goes where the driver lives: that may change on the same page. */
function useFollowing({ setValue }: ReturnType<typeof usePlanForm>['form'], country: string): void {
  const { dialCode } = shippingFormOf(useCheckout(visibleState))
  useEffect(() => setValue('shipping_country', country), [country, setValue])
  useEffect(() => setValue('dialCode', dialCode), [dialCode, setValue])
}

/** A page that comes back has the errors of all its parts. */
const isOfPlan = ({ field, message }: FieldIssue): boolean =>
  field.includes(':')
    ? field.startsWith('digital_refused:')
    : /^(?:selectedLicense|shipping_|pickup_point|phone)/.test(message) || isOfAddress(field)

/** Which permit, for how long, and where it goes. */
export function PlanPart({ fields, country, list, asksPhone }: ReturnType<typeof usePlanPart>) {
  const { t } = useTranslation('plan')
  return (
    <>
      <Format {...fields} />
      <HowLong {...fields} />
      <Delivery
        {...fields}
        country={country}
        asksPhone={asksPhone}
        methods={<Methods {...fields} country={country} list={list} />}
      />
      <p className="px-1 text-ink-2 text-sm">{t('translation')}</p>
    </>
  )
}
