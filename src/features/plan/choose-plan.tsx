import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'next-i18next/pages'
import { type ReactNode, useEffect, useState } from 'react'
import { useCheckout, useCheckoutStore, useSync } from '@/client/provider'
import { useStepForm } from '@/client/step-form'
import { visibleState } from '@/client/store'
import { defaultMethod, type ShippingMethod } from '@/domain/delivery'
import { type ShippingForm, shippingFormOf } from '@/domain/forms'
import { Delivery } from '@/features/plan/delivery'
import type { Fields } from '@/features/plan/fields'
import { Format } from '@/features/plan/format'
import { useGoOn } from '@/features/plan/go-on'
import { HowLong } from '@/features/plan/how-long'
import { Methods } from '@/features/plan/methods'
import {
  controlOf,
  fieldOf,
  inPageOrder,
  methodChoice,
  planChange,
  planFormOf,
  planIssues,
} from '@/features/plan/plan-form'
import {
  knownMethods,
  type ServedMethods,
  useShippingMethods,
} from '@/features/plan/shipping-methods'
import { Button } from '@/ui/button'
import { ErrorSummary } from '@/ui/error-summary'
import { focusFirstError } from '@/ui/focus-first-error'
import { Notice } from '@/ui/notice'

export const planFormId = 'plan'

interface ChoosePlanProps {
  /** The methods the page came with. */
  served: ServedMethods | undefined
  /** What else can be bought with a printed permit. */
  extras: ReactNode
  /** The page's title while there are errors. */
  titleWithErrors: ReactNode
}

/** Step 3: which permit, for how long, and where it goes. */
export function ChoosePlan({ served, extras, titleWithErrors }: ChoosePlanProps) {
  const { t } = useTranslation(['plan', 'common'])
  const [isUnsaved, setUnsaved] = useState(false)
  const { country, list, form } = usePlanForm(served, useGoOn(setUnsaved))
  const errors = inPageOrder(form.errors)
  const errorOf = (field: string) => {
    const found = errors.find(issue => issue.field === field)
    return found && t(`issues.${found.message}`)
  }
  const { register, setValue, values } = form
  const fields: Fields = { register, setValue, errorOf, values }
  return (
    <form
      id={planFormId}
      method="post"
      noValidate
      className="group/plan grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={form.submit}
    >
      {errors.length > 0 && titleWithErrors}
      {errors.length > 1 && (
        <ErrorSummary
          title={t('common:errors.title')}
          errors={errors.map(({ field, message }) => ({
            fieldId: controlOf(field, values),
            text: t(`issues.${message}`),
          }))}
        />
      )}
      <Format {...fields} />
      <HowLong {...fields} />
      <Delivery
        {...fields}
        country={country}
        methods={<Methods {...fields} country={country} list={list} />}
      />
      {extras}
      <p className="px-1 text-ink-2 text-sm">{t('translation')}</p>
      {isUnsaved && (
        <Notice tone="error" role="alert">
          {t('common:errors.couldNotSave')}
        </Notice>
      )}
      <Button type="submit" busy={form.isBusy} className="max-lg:hidden">
        {t('continue')}
      </Button>
    </form>
  )
}

function usePlanForm(
  served: ServedMethods | undefined,
  goOn: (form: ShippingForm) => Promise<void>,
) {
  const store = useCheckoutStore()
  const queries = useQueryClient()
  // The page's shape follows the checkout, not the inputs: the first render must be the server's.
  const state = useCheckout(visibleState)
  const country = shippingFormOf(state).shipping_country
  const list = useShippingMethods(country, state.currency, served)
  const methodsFor = (form: ShippingForm) =>
    knownMethods(queries, form.shipping_country, visibleState(store.getState()).currency)
  const form = useStepForm<ShippingForm>({
    id: planFormId,
    valuesOf: state => planFormOf(state, served?.methods),
    // A method picked before scripts came, for a country picked then too, is known by the served ones.
    changeOf: form =>
      planChange(visibleState(store.getState()), form, methodsFor(form) ?? served?.methods),
    issuesOf: form => planIssues(form, methodsFor(form)),
    fieldOf,
    onRight: goOn,
    onWrong: focusFirstError,
  })
  useMethodOnOffer({ country, methods: list.methods, form })
  useFreshTotal(country)
  return { country, list, form }
}

const noMethods: ShippingMethod[] = []

interface Offer {
  country: string
  methods: ShippingMethod[] | undefined
  form: Pick<ReturnType<typeof useStepForm<ShippingForm>>, 'watch' | 'setValue'>
}

/** Keeps the chosen method one that the country has; the form and the checkout then say the same. */
function useMethodOnOffer({ country, methods = noMethods, form: { watch, setValue } }: Offer) {
  const store = useCheckoutStore()
  const sync = useSync()
  const chosen = useCheckout(state => visibleState(state).selectedShippingMethod?.code)
  const category = useCheckout(state => visibleState(state).category)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen is read when this runs, after the form has saved
  useEffect(() => {
    const state = visibleState(store.getState())
    // Without a country the server knows no method, and would take every choice back.
    if (state.category === 'digital' || state.shipping.country !== country) return
    const known = state.selectedShippingMethod?.code
    const method =
      methodOf(methods, known) ??
      methodOf(methods, watch('shipping_method')) ??
      defaultMethod(methods)
    if (!method) return
    setValue('shipping_method', method.code)
    if (method.code !== known) sync.change({ selectedShippingMethod: methodChoice(method) })
  }, [country, methods, chosen, category, watch, setValue, store, sync])
}

const methodOf = (methods: ShippingMethod[], code: string | undefined) =>
  methods.find(method => method.code === code)

/** Delivery and tax depend on the country, and the server knows them: it is asked at once. */
function useFreshTotal(country: string) {
  const sync = useSync()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the country is what sets this off
  useEffect(() => {
    void sync.flush()
  }, [country, sync])
}
