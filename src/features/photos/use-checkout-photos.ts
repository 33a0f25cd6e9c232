import { useCallback, useEffect, useMemo, useState } from 'react'
import { CallFailure, send } from '@/client/api/api-client'
import {
  useCheckout,
  useCheckoutStore,
  usePage,
  useSync,
} from '@/client/checkout/checkout-provider'
import type { PhotoQueue } from '@/client/photos/upload-queue-types'
import { type CheckoutStore, visibleState } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import { nameOf } from '@/client/store/draft-storage'
import { createPhotoLink, listApprovalImages, removeApprovalImage } from '@/contract/operations'
import type { ApprovalImage, DocumentType } from '@/domain/checkout/checkout-state'
import { stepById } from '@/domain/checkout/steps'
import type { TakenPhoto } from '@/features/photos/captured-photo'
import type { HandOff, PhotoDesk } from '@/features/photos/photo-source'

export const photosFormId = 'upload-photos'

/** Another device is asked after so often, while somebody looks. */
const arrivalsMs = 3_000

const photoStep = { route: stepById('upload-photos').route, form: photosFormId }

/** Hands the photos of this tab's checkout in, on the page of this route and with this form. */
export function useCheckoutDesk({ route, form } = photoStep): PhotoDesk {
  const store = useCheckoutStore()
  const sync = useSync()
  const { settings, issues } = usePage()
  const state = useCheckout(visibleState)
  const uploads = useCheckout(({ uploads }) => uploads)
  const owner = useCheckout(({ checkout }) => nameOf(checkout.token))
  const withQueue = useQueue(store, sync)
  const handOff = useHandOff(store, sync, settings.apiKey)
  const { license_first_name, license_last_name } = state.customer
  return {
    route,
    form,
    owner,
    images: state.approval_documents.images,
    uploads,
    issues,
    driver: `${license_first_name} ${license_last_name}`.trim(),
    photoDays: settings.photoDays,
    handOff,
    add: (type: DocumentType, photo: TakenPhoto) => withQueue(queue => queue.add(type, photo)),
    cancel: type => void withQueue(queue => queue.cancel(type)),
    retry: type => void withQueue(async queue => queue.retry(type)),
    remove: image => removeImage(store, sync, image),
  }
}

/** The queue comes after the page; what earlier pages have left is sent on. */
function useQueue(store: CheckoutStore, sync: Sync) {
  const withQueue = useCallback(
    async (work: (queue: PhotoQueue) => Promise<void>) => {
      const { checkoutQueue } = await import('@/client/photos/checkout-upload-queue')
      await work(checkoutQueue(store, sync))
    },
    [store, sync],
  )
  useEffect(() => {
    withQueue(queue => queue.resume()).catch(() => undefined)
  }, [withQueue])
  return withQueue
}

async function removeImage(
  store: CheckoutStore,
  sync: Sync,
  { id }: ApprovalImage,
): Promise<boolean> {
  const { token } = store.getState().checkout
  try {
    await sync.run(removeApprovalImage, { params: { id }, query: { checkout: token } })
  } catch (error) {
    // Taken away in another tab already.
    if (!(error instanceof CallFailure) || error.code !== 'not_found') return false
  }
  await sync.refresh()
  return true
}

function useHandOff(store: CheckoutStore, sync: Sync, apiKey: string): HandOff {
  const [isWatching, setWatching] = useState(false)
  useEffect(() => {
    if (!isWatching) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      if (document.visibilityState === 'visible') await lookForNews(store, sync, apiKey)
      if (isOn) timer = setTimeout(look, arrivalsMs)
    }
    let isOn = true
    void look()
    return () => {
      isOn = false
      clearTimeout(timer)
    }
  }, [isWatching, store, sync, apiKey])
  return useMemo(
    () => ({
      watch: () => setWatching(true),
      makeAddress: async type => {
        const { token } = store.getState().checkout
        const made = await send(createPhotoLink, apiKey, { params: { token }, body: {} })
        return {
          address: `${location.origin}/checkouts/photos/?doc=${type}#${made.code}`,
          expiresAt: made.expires_at,
        }
      },
    }),
    [store, apiKey],
  )
}

async function lookForNews(store: CheckoutStore, sync: Sync, apiKey: string): Promise<void> {
  const { token, version } = store.getState().checkout
  try {
    const news = await send(listApprovalImages, apiKey, { query: { checkout: token } })
    if (news.version > version) await sync.refresh()
  } catch {
    // The next look may find what this one has not.
  }
}
