import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'next-i18next/pages'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import {
  useCheckout,
  useCheckoutStore,
  usePage,
  useSync,
} from '@/client/checkout/checkout-provider'
import { useStepForm } from '@/client/checkout/use-step-form'
import { useUnsaved } from '@/client/checkout/use-unsaved-notice'
import { phoneRuleNow } from '@/client/pickers/load-phone-rules'
import { visibleState } from '@/client/store/checkout-store'
import { isPrinted, type ShippingForm, shippingFormOf } from '@/domain/address/shipping-form'
import type { ShippingMethod } from '@/domain/catalog/shipping-methods'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { useAddressFormat, useIssueText, useKnownFormats } from '@/features/plan/address-formats'
import { Delivery } from '@/features/plan/delivery'
import { keepDelivery, withDelivery } from '@/features/plan/delivery-draft'
import type { Fields } from '@/features/plan/fields'
import { Gallery } from '@/features/plan/gallery'
import { Format } from '@/features/plan/permit-format'
import { HowLong } from '@/features/plan/plan-cards'
import {
  controlOf,
  fieldOf,
  inPageOrder,
  planChange,
  planFormOf,
  planIssues,
} from '@/features/plan/plan-form'
import { Methods } from '@/features/plan/shipping-method-cards'
import {
  knownMethods,
  type ServedMethods,
  useMethodFor,
  useShippingMethods,
} from '@/features/plan/shipping-methods'
import { useGoOn } from '@/features/plan/use-continue'
import { useAsksPhone, usePermits } from '@/features/plan/use-required-questions'
import { Button } from '@/ui/button'
import { ErrorSummary } from '@/ui/error-summary'
import { focusFirstError } from '@/ui/focus-first-error'
import { Unsaved } from '@/ui/unsaved'

export const planFormId = 'plan'

interface ChoosePlanProps {
  /** The methods the page came with. */
  served: ServedMethods | undefined
  /** What else can be bought with a printed permit. */
  extras: ReactNode
  /** What of that the chosen format has taken out of the order. */
  takenOut: ReactNode
  /** Why a change is not in the order; in sight wherever the change was made. */
  notSaved: ReactNode
  /** The page's title while there are errors. */
  titleWithErrors: ReactNode
}

/** Step 3: which permit, for how long, and where it goes. */
export function ChoosePlan({
  served,
  extras,
  takenOut,
  notSaved,
  titleWithErrors,
}: ChoosePlanProps) {
  const { t } = useTranslation(['plan', 'common'])
  const { issues } = usePage()
  const [unsaved, setUnsaved] = useUnsaved(planFormId)
  const { country, list, form, asksPhone } = usePlanForm(served, useGoOn(setUnsaved))
  const { acknowledgements } = useCheckout(visibleState)
  const textOf = useIssueText(country)
  const errors = inPageOrder(form.errors, useAddressFormat(country)).filter(
    ({ field }) => !acknowledgements.includes(field),
  )
  const errorOf = (field: string) => {
    const found = errors.find(issue => issue.field === field)
    return found && textOf(found)
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
      {/* A page that comes back with one error shows it too: scripts that would go there may be off. */}
      {errors.length > (issues.length > 0 ? 0 : 1) && (
        <ErrorSummary
          autoFocus={issues.length > 0}
          title={t('common:errors.title')}
          errors={errors.map(issue => ({
            fieldId: controlOf(issue.field, values),
            text: textOf(issue),
          }))}
        />
      )}
      <Format {...fields} />
      {takenOut}
      <HowLong {...fields} />
      <Gallery />
      <Delivery
        {...fields}
        country={country}
        asksPhone={asksPhone}
        methods={<Methods {...fields} country={country} list={list} />}
      />
      {extras}
      <p className="px-1 text-ink-2 text-sm">{t('translation')}</p>
      {/* Above the bar that sticks to a phone's edge. */}
      <div className="sticky bottom-4 z-10 rounded-control bg-card empty:hidden tall:max-lg:bottom-24 in-[[data-keyboard]]:static!">
        {notSaved}
      </div>
      {unsaved && <Unsaved>{t(`common:errors.${unsaved}`)}</Unsaved>}
      <Button type="submit" busy={form.isBusy} className="max-lg:hidden">
        {t('continue')}
      </Button>
    </form>
  )
}

interface Place {
  /** The form element that holds the plan's questions. */
  id: string
  /** The courier's number is asked for here in any case. */
  isPhoneHere?: boolean
}

/** The plan's form: its questions, what is wrong with the answers, and the ways to send it. */
export function usePlanForm(
  served: ServedMethods | undefined,
  goOn: ReturnType<typeof useGoOn>,
  { id, isPhoneHere = false }: Place = { id: planFormId },
) {
  const store = useCheckoutStore()
  const queries = useQueryClient()
  // The page's shape follows the checkout, not the inputs: the first render must be the server's.
  const state = useCheckout(visibleState)
  const tokenNow = () => store.getState().checkout.token
  const isAttached = useIsAttached()
  const formOf = (state: CheckoutState, form = shippingFormOf(state)) =>
    isAttached ? withDelivery(form, state, tokenNow()) : form
  const country = formOf(state).shipping_country
  const formatOf = useKnownFormats()
  const list = useShippingMethods(country, state.currency, served)
  const methodsFor = (form: ShippingForm) =>
    knownMethods(queries, form.shipping_country, visibleState(store.getState()).currency)
  /** A method picked before scripts came, for a country picked then too, is known by the served ones. */
  const methodsOrServed = (form: ShippingForm) =>
    methodsFor(form) ??
    (served?.currency === visibleState(store.getState()).currency ? served.methods : undefined)
  const [isPhoneAsked, askPhone] = useAsksPhone()
  const asksPhone = isPhoneAsked || isPhoneHere
  const permits = usePermits()
  const form = useStepForm<ShippingForm>({
    id,
    valuesOf: state =>
      formOf(state, planFormOf(state, served?.methods, formatOf(formOf(state).shipping_country))),
    changeOf: form => {
      const state = visibleState(store.getState())
      if (isPrinted(form) || state.shipping.country) keepDelivery(tokenNow(), form)
      return planChange(state, form, {
        methods: methodsOrServed(form),
        address: formatOf(form.shipping_country),
        asksPhone,
        phoneWrong: phoneRuleNow(),
      })
    },
    issuesOf: form =>
      planIssues(visibleState(store.getState()), form, {
        methods: methodsFor(form),
        address: formatOf(form.shipping_country),
        asksPhone,
        phoneWrong: phoneRuleNow(),
        permits,
      }),
    fieldOf,
    onRight: (form, refuse) =>
      goOn(form, issues => {
        if (issues.some(({ field }) => field === 'phone')) askPhone()
        refuse(issues)
      }),
    onWrong: focusFirstError,
  })
  useMethodOnOffer({ country, methods: list.methods, form })
  useFreshTotal(country)
  const { setValue } = form
  useEffect(() => {
    if (!isAttached) return
    const served = shippingFormOf(visibleState(store.getState()))
    const restored = withDelivery(
      served,
      visibleState(store.getState()),
      store.getState().checkout.token,
    )
    for (const [name, value] of Object.entries(restored) as [keyof ShippingForm, string][])
      if (value !== served[name]) setValue(name, value)
  }, [isAttached, store, setValue])
  return { country, list, form, asksPhone }
}

const neverChanges = () => () => undefined

/** False on the server and while React attaches to its page: what this browser alone has is shown after that. */
const useIsAttached = () =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )

const noMethods: ShippingMethod[] = []

interface Offer {
  country: string
  methods: ShippingMethod[] | undefined
  form: Pick<ReturnType<typeof useStepForm<ShippingForm>>, 'setValue'>
}

/** Marks the method that the checkout has: the customer's own, or what the server takes where that is not offered. */
function useMethodOnOffer({ country, methods = noMethods, form: { setValue } }: Offer) {
  const code = useMethodFor(country)
  useEffect(() => {
    if (methods.some(method => method.code === code)) setValue('shipping_method', code ?? '')
  }, [methods, code, setValue])
}

/** Delivery and tax depend on the country, and the server knows them: it is asked at once. */
function useFreshTotal(country: string) {
  const sync = useSync()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the country is what sets this off
  useEffect(() => {
    void sync.flush()
  }, [country, sync])
}
