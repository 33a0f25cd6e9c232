import { type ReactNode, useEffect } from 'react'
import { useIsHydrated } from '@/client/browser/use-is-hydrated'
import {
  useApi,
  useCheckout,
  useCheckoutState,
  useCheckoutStore,
  usePage,
  useSync,
} from '@/client/checkout/checkout-provider'
import { usePermits } from '@/client/checkout/use-acknowledgements'
import { useQueryCache } from '@/client/checkout/use-cached-query'
import { useDialCode } from '@/client/checkout/use-dial-code'
import { useContinueLabel } from '@/client/checkout/use-is-edit'
import { useStepForm } from '@/client/checkout/use-step-form'
import { useUnsavedNotice } from '@/client/checkout/use-unsaved-notice'
import { getPhoneRule } from '@/client/pickers/load-phone-rules'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { isPrinted, type ShippingForm, toShippingForm } from '@/domain/address/shipping-form'
import { hasParcel } from '@/domain/catalog/plans'
import type { ShippingMethod } from '@/domain/catalog/shipping-methods'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { FieldIssue } from '@/domain/input/field-issue'
import { RefusedNotice } from '@/features/plan/acceptance'
import {
  getStateRule,
  loadStateRule,
  useAddressFormat,
  useCachedFormats,
  useIssueText,
} from '@/features/plan/address-formats'
import { Delivery, deliveryId, useDeliveryHeading } from '@/features/plan/delivery'
import { withDeliveryDraft, writeDeliveryDraft } from '@/features/plan/delivery-draft'
import { Gallery } from '@/features/plan/gallery'
import { FormatChoice, PlanDuration } from '@/features/plan/plan-cards'
import type { Fields } from '@/features/plan/plan-form'
import {
  buildPlanChange,
  controlOf,
  fieldOf,
  findPlanIssues,
  listDeliveryAdvice,
  sortByPageOrder,
  toPlanForm,
  undeliverable,
} from '@/features/plan/plan-form'
import { Methods } from '@/features/plan/shipping-method-cards'
import {
  readCachedMethods,
  type ServedMethods,
  useSelectedMethodCode,
  useShippingMethods,
} from '@/features/plan/shipping-methods'
import { useContinueToReview } from '@/features/plan/use-continue-to-review'
import { Button } from '@/ui/button'
import { ErrorSummary } from '@/ui/error-summary'
import { focusFirstError } from '@/ui/focus-first-error'
import { Group } from '@/ui/group'
import { UnsavedAlert } from '@/ui/unsaved-alert'

export const planFormId = 'plan'

interface ChoosePlanProps {
  /** Delivery methods served with the page. */
  servedMethods: ServedMethods | undefined
  /** Extras that can be bought with a printed permit. */
  extras: ReactNode
  /** Notice about extras that the chosen format removed from the order. */
  removedExtrasNotice: ReactNode
  /** Why a change is not in the order; visible wherever the change was made. */
  saveProblemStatus: ReactNode
}

/** Step 3: format, years and delivery. */
export function ChoosePlan({
  servedMethods,
  extras,
  removedExtrasNotice,
  saveProblemStatus,
}: ChoosePlanProps) {
  const { t } = useTranslation(['plan', 'common'])
  const { issues } = usePage()
  const continueLabel = useContinueLabel(t('continue'))
  const [unsaved, setUnsaved] = useUnsavedNotice(planFormId)
  const plan = usePlanForm(servedMethods, useContinueToReview(setUnsaved))
  const { country, shippingMethods, form } = plan
  const { errors, fields } = usePlanFields(plan)
  return (
    <form
      id={planFormId}
      method="post"
      noValidate
      className="group/plan grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={form.submit}
    >
      {/* A page returned by the server lists even one error: scripts to focus it may be off. */}
      {errors.length > (issues.length > 0 ? 0 : 1) && (
        <ErrorSummary
          autoFocus={issues.length > 0}
          title={t('common:errors.title')}
          errors={errors}
        />
      )}
      <Group heading={t('format.heading')}>
        <RefusedNotice />
        <FormatChoice {...fields} />
        <Gallery />
      </Group>
      {removedExtrasNotice}
      <Group heading={t('years.heading')}>
        <PlanDuration {...fields} />
      </Group>
      <Group id={deliveryId} heading={useDeliveryHeading()}>
        <Delivery
          {...fields}
          country={country}
          methods={<Methods {...fields} country={country} shippingMethods={shippingMethods} />}
        />
      </Group>
      {extras}
      <p className="text-ink-2 text-sm">{t('translation')}</p>
      {/* Above the sticky bar at a phone's edge. */}
      <div className="sticky bottom-4 z-10 rounded-control bg-card empty:hidden tall:max-lg:bottom-24 in-[[data-keyboard]]:static!">
        {saveProblemStatus}
      </div>
      {unsaved && <UnsavedAlert>{t(`common:errors.${unsaved}`)}</UnsavedAlert>}
      <Button type="submit" className="max-lg:hidden">
        {continueLabel}
      </Button>
    </form>
  )
}

/**
 * The form's controls, and its errors in page order with their texts. A country without delivery
 * has its error as soon as that is known.
 */
export function usePlanFields(
  { form, country, shippingMethods: { methods } }: ReturnType<typeof usePlanForm>,
  isOwnIssue: (issue: FieldIssue) => boolean = () => true,
) {
  const { acknowledgements, category } = useCheckoutState('acknowledgements', 'category')
  const textOf = useIssueText(country)
  const { register, showValues, fill, adviceAbout, values } = form
  const errors = sortByPageOrder(form.errors, useAddressFormat(country))
    .filter(issue => isOwnIssue(issue) && !acknowledgements.includes(issue.field))
    .map(issue => ({
      field: issue.field,
      fieldId: controlOf(issue.field, values),
      text: textOf(issue),
    }))
  const isRefused = methods?.length === 0 && hasParcel(category)
  const errorOf = (name: string) =>
    errors.find(({ field }) => field === name)?.text ??
    (isRefused && name === 'country' ? textOf(undeliverable) : undefined)
  const fields: Fields = { register, showValues, fill, values, errorOf, adviceAbout }
  return { errors, fields }
}

interface PlanFormOptions {
  /** Id of the form element. */
  id?: string
  /** In a form that asks its questions in parts. */
  sections?: {
    isAsked: (field: string) => boolean
    askNext: () => boolean
    openInvalid: () => void
  }
}

/** The plan form within the form element `id`: its fields, issues and submit handler. */
export function usePlanForm(
  servedMethods: ServedMethods | undefined,
  onContinue: ReturnType<typeof useContinueToReview>,
  { id = planFormId, sections }: PlanFormOptions = {},
) {
  const store = useCheckoutStore()
  const queryClient = useQueryCache()
  const api = useApi()
  const { today, pickupPoints } = usePage()
  const { currency } = useCheckoutState('currency')
  const readToken = () => store.getState().checkout.token
  const isHydrated = useIsHydrated()
  const buildForm = (state: CheckoutState, form = toShippingForm(state)) =>
    isHydrated ? withDeliveryDraft(form, state, readToken()) : form
  // The layout follows the checkout, not the inputs: the first render must match the server's.
  const country = useCheckout(state => buildForm(optimisticState(state)).shipping_country)
  const findFormat = useCachedFormats()
  const shippingMethods = useShippingMethods(country, currency, servedMethods)
  const findMethods = (form: ShippingForm) =>
    readCachedMethods(
      queryClient,
      api,
      form.shipping_country,
      optimisticState(store.getState()).currency,
    )
  /**
   * A method chosen before hydration, for a country chosen then too, is found in the served ones.
   */
  const findMethodsOrServed = (form: ShippingForm) =>
    findMethods(form) ??
    (servedMethods?.currency === optimisticState(store.getState()).currency
      ? servedMethods.methods
      : undefined)
  const permits = usePermits()
  const form = useStepForm<ShippingForm>({
    id,
    toFormValues: state =>
      buildForm(
        state,
        toPlanForm(state, servedMethods?.methods, findFormat(buildForm(state).shipping_country)),
      ),
    toChange: form => {
      const state = optimisticState(store.getState())
      if (isPrinted(form) || state.shipping.country) writeDeliveryDraft(readToken(), form)
      return buildPlanChange(state, form, {
        methods: findMethodsOrServed(form),
        address: findFormat(form.shipping_country),
        validatePhone: getPhoneRule(),
        today,
      })
    },
    issuesOf: form =>
      findPlanIssues(optimisticState(store.getState()), form, {
        methods: findMethods(form),
        address: findFormat(form.shipping_country),
        validatePhone: getPhoneRule(),
        today,
        permits,
      }),
    adviceOf: form =>
      pickupPoints
        ? []
        : listDeliveryAdvice(form, {
            address: findFormat(form.shipping_country),
            validatePhone: getPhoneRule(),
            findContradictedState: getStateRule(),
          }),
    loadRules: loadStateRule,
    fieldOf,
    onValid: (_, showIssues) => onContinue(showIssues),
    ...sections,
    onInvalid: form => {
      sections?.openInvalid()
      focusFirstError(form)
    },
  })
  useSyncSelectedMethod({ country, methods: shippingMethods.methods, form })
  useRefreshTotal(country)
  useDialCode(form.showValues)
  const { showValues } = form
  useEffect(() => {
    if (!isHydrated) return
    const state = optimisticState(store.getState())
    const currentForm = toShippingForm(state)
    const restored = withDeliveryDraft(currentForm, state, store.getState().checkout.token)
    const isRestored = ([name, value]: [string, unknown]) =>
      value !== currentForm[name as keyof ShippingForm]
    showValues(Object.fromEntries(Object.entries(restored).filter(isRestored)))
  }, [isHydrated, store, showValues])
  return { country, shippingMethods, form }
}

const noMethods: ShippingMethod[] = []

interface OfferedMethods {
  country: string
  methods: ShippingMethod[] | undefined
  form: Pick<ReturnType<typeof useStepForm<ShippingForm>>, 'showValues'>
}

/**
 * Selects the checkout's method: the customer's own, or the server's choice where that is not
 * offered.
 */
function useSyncSelectedMethod({
  country,
  methods = noMethods,
  form: { showValues },
}: OfferedMethods) {
  const code = useSelectedMethodCode(country)
  useEffect(() => {
    if (methods.some(method => method.code === code)) showValues({ shipping_method: code ?? '' })
  }, [methods, code, showValues])
}

/** Delivery and tax depend on the country and are computed by the server: save immediately. */
function useRefreshTotal(country: string) {
  const sync = useSync()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the country is what sets this off
  useEffect(() => {
    void sync.flush()
  }, [country, sync])
}
