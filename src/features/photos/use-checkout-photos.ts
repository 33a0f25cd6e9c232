import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ApiClient } from '@/client/api/api-client'
import { ApiClientError } from '@/client/api/api-client-error'
import { type PollingIntervals, usePolling } from '@/client/browser/use-polling'
import {
  useApi,
  useCheckout,
  useCheckoutState,
  useCheckoutStore,
  usePage,
  useSync,
} from '@/client/checkout/checkout-provider'
import type { UploadQueue } from '@/client/photos/upload-queue'
import {
  type CheckoutStore,
  type ClientState,
  optimisticState,
} from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import { tokenPrefixOf } from '@/client/store/draft-storage'
import { createPhotoLink, listApprovalImages, removeApprovalImage } from '@/contract/operations'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import { findStep } from '@/domain/checkout/steps'
import type { DocumentType } from '@/domain/data/document-types'
import type { CapturedPhoto, Handoff, PhotoSource } from '@/features/photos/photo-source'

export const photosFormId = 'upload-photos'

/** How often to ask for photos from another device. */
const pollIntervals: PollingIntervals = pollCount => (pollCount === 0 ? 0 : 3_000)

const photoStep = { route: findStep('upload-photos').route, form: photosFormId }

/** Photos of this tab's checkout, on the page of the given route and with its form. */
export function useCheckoutPhotos({ route, form } = photoStep): PhotoSource {
  const store = useCheckoutStore()
  const sync = useSync()
  const { settings, issues } = usePage()
  const { images } = useCheckoutState('approval_documents').approval_documents
  const firstName = useCheckout(selectFirstName)
  const fullName = useCheckout(selectFullName)
  const uploads = useCheckout(({ uploads }) => uploads)
  const isPaid = useCheckout(({ checkout }) => checkout.status !== 'processing')
  const owner = useCheckout(({ checkout }) => tokenPrefixOf(checkout.token))
  const withQueue = useUploadQueue(store, sync)
  const handoff = useHandoff(store, sync, useApi())
  return {
    route,
    form,
    owner,
    images,
    uploads,
    issues,
    driver: { firstName, fullName },
    photoDays: isPaid ? { paid: settings.photoDays.paid } : settings.photoDays,
    handoff,
    add: (type: DocumentType, photo: CapturedPhoto) => withQueue(queue => queue.add(type, photo)),
    cancel: type => void withQueue(queue => queue.cancel(type)),
    retry: type => void withQueue(async queue => queue.retry(type)),
    remove: image => removeImage(store, sync, image),
  }
}

const selectFirstName = (clientState: ClientState): string =>
  optimisticState(clientState).customer.license_first_name

function selectFullName(clientState: ClientState): string {
  const { license_first_name, license_last_name } = optimisticState(clientState).customer
  return `${license_first_name} ${license_last_name}`.trim()
}

/** The queue loads after the page and resumes uploads left by earlier pages. */
function useUploadQueue(store: CheckoutStore, sync: Sync) {
  const withQueue = useCallback(
    async (task: (queue: UploadQueue) => Promise<void>) => {
      const { getCheckoutQueue } = await import('@/client/photos/checkout-upload-queue')
      await task(getCheckoutQueue(store, sync))
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
    // Already deleted in another tab.
    if (!(error instanceof ApiClientError) || error.code !== 'not_found') return false
  }
  await sync.refresh()
  return true
}

function useHandoff(store: CheckoutStore, sync: Sync, api: ApiClient): Handoff {
  const [isWatching, setWatching] = useState(false)
  usePolling(isWatching, () => refreshIfChanged(store, sync, api), pollIntervals)
  return useMemo(
    () => ({
      watch: () => setWatching(true),
      createUrl: async type => {
        const link = await sync.run(createPhotoLink, { body: {} })
        return {
          url: `${location.origin}/checkouts/photos/?doc=${type}#${link.code}`,
          expiresAt: link.expires_at,
        }
      },
    }),
    [sync],
  )
}

async function refreshIfChanged(store: CheckoutStore, sync: Sync, api: ApiClient): Promise<void> {
  const { token, version } = store.getState().checkout
  const response = await api(listApprovalImages, { query: { checkout: token } })
  if (response.version > version) await sync.refresh()
}
