import { useRouter } from 'next/router'
import { CallFailure } from '@/client/api/api-client'
import { useCheckoutStore, useSync } from '@/client/checkout/checkout-provider'
import { visibleState } from '@/client/store/checkout-store'
import { changeShipping, createShipping } from '@/contract/shipping'
import { isPrinted, parcelChange, type ShippingForm } from '@/domain/address/shipping-form'
import { stepById } from '@/domain/checkout/steps'
import type { FieldIssue } from '@/domain/input/field-issue'

const next = stepById('review')

/** Stores the plan and where it goes, and opens the review; says so when it cannot. */
export function useGoOn(setUnsaved: (isUnsaved: boolean) => void) {
  const sync = useSync()
  const router = useRouter()
  const storeAddress = useStoreAddress()
  return async (form: ShippingForm, refuse: (issues: FieldIssue[]) => void) => {
    setUnsaved(false)
    try {
      if (!isPrinted(form)) sync.change({ step: next.number })
      if (!(await sync.flush())) throw new CallFailure('offline', 0, { detail: 'unsaved' })
      if (isPrinted(form)) await storeAddress(form)
      await router.push(next.route)
    } catch (error) {
      const issues = error instanceof CallFailure ? error.refusal.issues : undefined
      if (issues) refuse(issues)
      else setUnsaved(true)
    }
  }
}

/** The way to store where the permit goes; it throws what `Sync.run` throws. */
export function useStoreAddress() {
  const sync = useSync()
  const store = useCheckoutStore()
  return (form: ShippingForm) => {
    const state = visibleState(store.getState())
    const { shipping, selectedShippingMethod } = state
    const { token } = store.getState().checkout
    const body = {
      ...parcelChange(state, form).shipping,
      ...(selectedShippingMethod && { shipping_method: selectedShippingMethod.code }),
    }
    return shipping.id
      ? sync.run(changeShipping, { params: { id: shipping.id }, query: { checkout: token }, body })
      : sync.run(createShipping, { body: { ...body, checkout: token } })
  }
}
