import { useRouter } from 'next/router'
import { CallFailure } from '@/client/call'
import { useCheckoutStore, useSync } from '@/client/provider'
import { visibleState } from '@/client/store'
import { changeShipping, createShipping } from '@/contract/shipping'
import { isPrinted, type ShippingForm, shippingChange } from '@/domain/forms'
import { stepById } from '@/domain/steps'

const next = stepById('review')

/** Stores the plan and where it goes, and opens the review; says so when it cannot. */
export function useGoOn(setUnsaved: (isUnsaved: boolean) => void) {
  const sync = useSync()
  const router = useRouter()
  const storeAddress = useStoreAddress()
  return async (form: ShippingForm) => {
    setUnsaved(false)
    try {
      if (!isPrinted(form)) sync.change({ step: next.number })
      if (!(await sync.flush())) throw new CallFailure('offline', 0, { detail: 'unsaved' })
      if (isPrinted(form)) await storeAddress(form)
      await router.push(next.route)
    } catch {
      setUnsaved(true)
    }
  }
}

function useStoreAddress() {
  const sync = useSync()
  const store = useCheckoutStore()
  return (form: ShippingForm) => {
    const { shipping, selectedShippingMethod } = visibleState(store.getState())
    const { token } = store.getState().checkout
    const body = {
      ...shippingChange(form).shipping,
      ...(selectedShippingMethod && { shipping_method: selectedShippingMethod.code }),
    }
    return shipping.id
      ? sync.run(changeShipping, { params: { id: shipping.id }, query: { checkout: token }, body })
      : sync.run(createShipping, { body: { ...body, checkout: token } })
  }
}
