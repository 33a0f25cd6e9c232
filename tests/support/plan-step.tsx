import { screen, waitFor } from '@testing-library/react'
import router from 'next/router'
import { expect, vi } from 'vitest'
import { hasParcel } from '@/domain/catalog/plans'
import type { ShippingMethod } from '@/domain/catalog/shipping-methods'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { emptyShipping } from '@/domain/checkout/customer-schema'
import { applyChange } from '@/domain/checkout/state-change'
import { findStep } from '@/domain/checkout/steps'
import { OrderSummary } from '@/features/order-summary/order-summary'
import { ChoosePlan } from '@/features/plan/choose-plan'
import { RemovedItemsNotice } from '@/features/travel-items/removed-items-notice'
import { TravelItems } from '@/features/travel-items/travel-items'
import type { RecordedCall } from './fake-api'
import { renderPart } from './render-part'
import { completeCheckout } from './sample-checkout'
import type { PageOverrides } from './served-page'
import { translateEnglish as translate } from './texts'

const buildMethod = (code: string, name: string, price: number, days: number): ShippingMethod => ({
  code,
  name,
  price,
  min_delivery: days,
  max_delivery: days + 2,
})
const dhl = buildMethod('dhl', 'DHL Express', 19, 2)
const fedex = buildMethod('fedex', 'FedEx', 17, 3)
const post = buildMethod('post', 'Registered post', 18, 8)

/** Delivery methods by country. */
const methodsTo: Record<string, ShippingMethod[]> = {
  aq: [],
  by: [{ ...post, price: 19 }],
  br: [{ ...dhl, price: 38 }, post],
}
const findMethods = (country: string) => methodsTo[country] ?? [dhl, fedex, post]

/**
 * What the server derives from the answers: the delivery method, and no delivery or items for a
 * digital plan.
 */
function applyServerRules(
  state: CheckoutState,
  requestedMethod: string | undefined,
): CheckoutState {
  const { travelItemsInCart: cart, travelItemsAside: removedItems } = state
  if (!hasParcel(state.category))
    return {
      ...state,
      shipping: emptyShipping,
      selectedShippingMethod: null,
      travelItemsInCart: [],
      travelItemsAside: cart.length > 0 ? cart : removedItems,
    }
  const methods = findMethods(state.shipping.country)
  const selected = methods.find(({ code }) => code === requestedMethod) ?? methods[0]
  return {
    ...state,
    selectedShippingMethod: selected ?? null,
    travelItemsInCart: cart.length > 0 ? cart : removedItems,
    travelItemsAside: [],
  }
}

/** Radios whose label starts with `name`. Lookup by role is slow next to long country lists. */
export const findRadios = (name: string): HTMLInputElement[] =>
  [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(({ labels }) =>
    labels?.[0]?.textContent?.startsWith(name),
  )

/** The first of them. */
export function findRadio(name: string): HTMLInputElement {
  const [first] = findRadios(name)
  if (!first) throw new Error(`there is no card ${name}`)
  return first
}

interface PlanStepOptions extends Omit<PageOverrides, 'checkout'> {
  state?: Partial<CheckoutState>
}

/** Renders the plan step with the order summary, over a server that delivers per `methodsTo`. */
export function renderPlanStep({ state, ...page }: PlanStepOptions = {}) {
  const pushSpy = vi.spyOn(router, 'push')
  const initialState = { ...completeCheckout, ...state }
  const { country } = initialState.shipping
  let requestedMethod = initialState.selectedShippingMethod?.code
  const part = renderPart(
    <>
      <OrderSummary />
      <ChoosePlan
        servedMethods={{ country, currency: initialState.currency, methods: findMethods(country) }}
        removedExtrasNotice={<RemovedItemsNotice />}
        extras={<TravelItems />}
        saveProblemStatus={null}
      />
    </>,
    {
      ...page,
      checkout: { state: initialState },
      answers: {
        'POST shipping/shipping-methods/': ({ body }) => ({
          shipping_methods: findMethods(body.country),
        }),
      },
    },
  )
  const { api, user } = part

  /** Answers a save call. */
  function save({ body }: RecordedCall) {
    const before = api.checkout()
    requestedMethod = body.state.selectedShippingMethod?.code ?? requestedMethod
    const state = applyServerRules(applyChange(before.state, body.state), requestedMethod)
    api.setCheckout({ ...before, version: before.version + 1, state })
    return api.checkout()
  }
  api.addAnswers({ 'PATCH checkout/': save })

  const field = (name: string) => {
    const found = document.querySelector<HTMLInputElement>(`form [name=${name}]`)
    if (!found) throw new Error(`there is no field ${name}`)
    return found
  }
  const readDescription = (name: string) =>
    (field(name).getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map(id => document.getElementById(id)?.textContent)
      .filter(Boolean)
      .join(' ')
  return {
    ...part,
    save,
    field,
    /** Accessible description of a field besides its label. */
    readDescription,
    /** Expects that Continue moved the focus to this field with this error. */
    expectRefusedAt: async (name: string, text: string) => {
      await waitFor(() => expect(readDescription(name)).toBe(text))
      await waitFor(() => expect(document.activeElement).toBe(field(name)))
      expect(field(name).getAttribute('aria-invalid')).toBe('true')
      expect(pushSpy).not.toHaveBeenCalled()
    },
    fill: async (name: string, text: string) => {
      field(name).focus()
      field(name).select()
      await user.paste(text)
    },
    choose: (name: string, value: string) => user.selectOptions(field(name), value),
    method: (name: string) => waitFor(() => findRadio(name)),
    /** Expects exactly these fields below the names, in this order. */
    expectFields: (...parts: string[]) =>
      waitFor(() =>
        expect(
          [...document.querySelectorAll('form [name^=shipping_], form [name=street_number]')]
            .map(control => control.getAttribute('name')?.replace('shipping_', '') ?? '')
            .filter(name => !/^(country|first_name|last_name|method|address_2)$/.test(name)),
        ).toEqual(parts),
      ),
    /** Expects the order summary's total. */
    expectTotal: (total: string) =>
      waitFor(() =>
        expect(screen.getByText(translate('summary.total')).closest('p')?.textContent).toContain(
          total,
        ),
      ),
    pressContinue: () => user.click(screen.getByText(translate('plan:continue'))),
    /** Expects the review, and returns the stored address. */
    expectReview: async () => {
      await waitFor(() => expect(pushSpy).toHaveBeenCalledWith(findStep('review').route))
      return api.checkout().state.shipping
    },
    hasNavigated: () => pushSpy.mock.calls.length > 0,
  }
}
