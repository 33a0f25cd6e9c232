import { useRouter } from 'next/router'
import { ApiClientError } from '@/client/api/api-client'
import { useCheckoutStore, useSync } from '@/client/checkout/checkout-provider'
import { optimisticState } from '@/client/store/checkout-store'
import { changeShipping, createShipping } from '@/contract/shipping'
import { isPrinted, type ShippingForm, toParcelChange } from '@/domain/address/shipping-form'
import { findStep } from '@/domain/checkout/steps'
import type { FieldIssue } from '@/domain/input/field-issue'

const nextStep = findStep('review')

/** Stores the plan and the delivery, then opens the review; shows a notice on failure. */
export function useContinueToReview(setUnsaved: (isUnsaved: boolean) => void) {
  const sync = useSync()
  const router = useRouter()
  const storeAddress = useStoreAddress()
  return async (form: ShippingForm, showIssues: (issues: FieldIssue[]) => void) => {
    setUnsaved(false)
    try {
      if (!isPrinted(form)) sync.change({ step: nextStep.number })
      if (!(await sync.flush())) throw new ApiClientError('offline', 0, { detail: 'unsaved' })
      if (isPrinted(form)) await storeAddress(form)
      await router.push(nextStep.route)
    } catch (error) {
      const issues = error instanceof ApiClientError ? error.refusal.issues : undefined
      if (issues) showIssues(issues)
      else setUnsaved(true)
    }
  }
}

/** Returns a function that stores the delivery; it throws what `Sync.run` throws. */
export function useStoreAddress() {
  const sync = useSync()
  const store = useCheckoutStore()
  return (form: ShippingForm) => {
    const state = optimisticState(store.getState())
    const { shipping, selectedShippingMethod } = state
    const { token } = store.getState().checkout
    const body = {
      ...toParcelChange(state, form).shipping,
      ...(selectedShippingMethod && { shipping_method: selectedShippingMethod.code }),
    }
    return shipping.id
      ? sync.run(changeShipping, { params: { id: shipping.id }, query: { checkout: token }, body })
      : sync.run(createShipping, { body: { ...body, checkout: token } })
  }
}
