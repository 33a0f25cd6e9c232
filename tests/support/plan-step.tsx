import { screen, waitFor } from '@testing-library/react'
import router from 'next/router'
import { expect, vi } from 'vitest'
import { hasParcel } from '@/domain/catalog/plans'
import type { ShippingMethod } from '@/domain/catalog/shipping-methods'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { emptyShipping } from '@/domain/checkout/customer-schema'
import { applyChange } from '@/domain/checkout/state-change'
import { stepById } from '@/domain/checkout/steps'
import { OrderSummary } from '@/features/order-summary/order-summary'
import { ChoosePlan } from '@/features/plan/choose-plan'
import { TakenOut } from '@/features/travel-items/taken-out'
import { TravelItems } from '@/features/travel-items/travel-items'
import type { MadeCall } from './fake-api'
import { renderPart } from './render-part'
import { wholeCheckout } from './sample-checkout'
import type { Served } from './served-page'
import { english as say } from './texts'

const method = (code: string, name: string, price: number, days: number): ShippingMethod => ({
  code,
  name,
  price,
  min_delivery: days,
  max_delivery: days + 2,
})
const dhl = method('dhl', 'DHL Express', 19, 2)
const fedex = method('fedex', 'FedEx', 17, 3)
const post = method('post', 'Registered post', 18, 8)

/** How a parcel goes to a country. */
const methodsTo: Record<string, ShippingMethod[]> = {
  aq: [],
  by: [{ ...post, price: 19 }],
  br: [{ ...dhl, price: 38 }, post],
}
const methodsFor = (country: string) => methodsTo[country] ?? [dhl, fedex, post]

/** What the server makes of answers: prices, the way of delivery, and what a digital permit does without, are its business. */
function asServed(state: CheckoutState, wished: string | undefined): CheckoutState {
  const { travelItemsInCart: cart, travelItemsAside: aside } = state
  if (!hasParcel(state.category))
    return {
      ...state,
      shipping: emptyShipping,
      selectedShippingMethod: null,
      travelItemsInCart: [],
      travelItemsAside: cart.length > 0 ? cart : aside,
    }
  const methods = methodsFor(state.shipping.country)
  const own = methods.find(({ code }) => code === wished) ?? methods[0]
  return {
    ...state,
    selectedShippingMethod: own ? { code: own.code, price: own.price } : null,
    travelItemsInCart: cart.length > 0 ? cart : aside,
    travelItemsAside: [],
  }
}

/** The cards that begin with these words. Looked up by role, they would take long beside lists of all countries. */
export const radios = (name: string): HTMLInputElement[] =>
  [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(({ labels }) =>
    labels?.[0]?.textContent?.startsWith(name),
  )

/** The first of them. */
export function radio(name: string): HTMLInputElement {
  const [first] = radios(name)
  if (!first) throw new Error(`there is no card ${name}`)
  return first
}

interface Plan extends Omit<Served, 'checkout'> {
  state?: Partial<CheckoutState>
}

/** The plan's step with the order beside it, over a server that delivers as `methodsTo` says. */
export function openPlan({ state, ...page }: Plan = {}) {
  const open = vi.spyOn(router, 'push')
  const begun = { ...wholeCheckout, ...state }
  const { country } = begun.shipping
  let wished = begun.selectedShippingMethod?.code
  const part = renderPart(
    <>
      <OrderSummary />
      <ChoosePlan
        served={{ country, currency: begun.currency, methods: methodsFor(country) }}
        takenOut={<TakenOut />}
        extras={<TravelItems />}
        notSaved={null}
        titleWithErrors={null}
      />
    </>,
    {
      ...page,
      checkout: { state: begun },
      answers: {
        'POST shipping/shipping-methods/': ({ body }) => ({
          shipping_methods: methodsFor(body.country),
        }),
        'PATCH shipping/': storeAddress,
        'POST shipping/': storeAddress,
      },
    },
  )
  const { api, user } = part

  function storeAddress({ body }: MadeCall) {
    const { checkout: _, api_key, shipping_method, ...typed } = body
    const { version, state } = api.checkout()
    return { ...state.shipping, ...typed, id: 'address-1', version: version + 1 }
  }

  /** Answers a save. */
  function save({ body }: MadeCall) {
    const before = api.checkout()
    wished = body.state.selectedShippingMethod?.code ?? wished
    const state = asServed(applyChange(before.state, body.state), wished)
    api.put({ ...before, version: before.version + 1, state })
    return api.checkout()
  }
  api.answer({ 'PATCH checkout/': save })

  const field = (name: string) => {
    const found = document.querySelector<HTMLInputElement>(`form [name=${name}]`)
    if (!found) throw new Error(`there is no field ${name}`)
    return found
  }
  const saysAt = (name: string) =>
    (field(name).getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map(id => document.getElementById(id)?.textContent)
      .join(' ')
  return {
    ...part,
    save,
    storeAddress,
    field,
    /** What is said of a field besides its label. */
    saysAt,
    /** Continue has led back to this field, with what is wrong with it. */
    isRefusedAt: async (name: string, text: string) => {
      await waitFor(() => expect(saysAt(name)).toBe(text))
      await waitFor(() => expect(document.activeElement).toBe(field(name)))
      expect(field(name).getAttribute('aria-invalid')).toBe('true')
      expect(open).not.toHaveBeenCalled()
    },
    fill: async (name: string, text: string) => {
      field(name).focus()
      field(name).select()
      await user.paste(text)
    },
    choose: (name: string, value: string) => user.selectOptions(field(name), value),
    method: (name: string) => waitFor(() => radio(name)),
    /** What is asked for below the names, in this order and nothing else. */
    asksFor: (...parts: string[]) =>
      waitFor(() =>
        expect(
          [...document.querySelectorAll('form [name^=shipping_], form [name=street_number]')]
            .map(control => control.getAttribute('name')?.replace('shipping_', '') ?? '')
            .filter(name => !/^(country|first_name|last_name|method|address_2)$/.test(name)),
        ).toEqual(parts),
      ),
    /** The order summary's total. */
    costs: (total: string) =>
      waitFor(() =>
        expect(screen.getByText(say('summary.total')).closest('p')?.textContent).toContain(total),
      ),
    goOn: () => user.click(screen.getByText(say('plan:continue'))),
    /** The address as it was stored on the way to the review, which has been opened. */
    reachesReview: async () => {
      await waitFor(() => expect(open).toHaveBeenCalledWith(stepById('review').route))
      return api.calls.findLast(({ call }) =>
        /^(PATCH|POST) .*\/shipping\/(address|\?|$)/.test(call),
      )?.body
    },
    hasGoneOn: () => open.mock.calls.length > 0,
  }
}
