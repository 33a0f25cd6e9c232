import { useEffect, useRef, useState } from 'react'
import { useIsomorphicLayoutEffect } from '@/client/browser/isomorphic-layout-effect'
import { useSubmitOnce } from '@/client/browser/use-submit-once'
import { useCheckoutStore, useSync } from '@/client/checkout/checkout-provider'
import { finishPayment } from '@/client/payments/finish-payment'
import type { CheckoutStore } from '@/client/store/checkout-store'
import { dismiss } from '@/client/store/notifications'
import { useTranslation } from '@/client/texts/use-translation'
import { focusHeading } from '@/features/order-summary/summary-announcer'
import { Button } from '@/ui/button'
import { RetryIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'

/** Why a price change is not in the order: a payment holds the order, or the save failed. */
export type SaveProblem = 'held' | 'failed'

/** Hides the notice in the summary while the step shows the same one. */
const dedupeClassName = '[:root:has(main_[data-not-saved])_aside_&]:hidden'

/** A price change that was not saved, and a button to retry. */
export function SaveProblemNotice({ problem }: { problem: SaveProblem }) {
  const { t } = useTranslation('common')
  const container = useRef<HTMLDivElement>(null)
  const { isBusy, isStuck, retry } = useSaveRetry(problem)
  useRefocusOnUnmount(container)
  useHideDuplicateToast(container)
  const title = t(`notSaved.${problem}.title`)
  return (
    <div ref={container} data-not-saved="" className={dedupeClassName}>
      {/* A first visit loads the texts about a payment when they are needed. */}
      {title && (
        <Notice
          tone="error"
          role="alert"
          title={title}
          actions={
            <Button
              variant="link"
              wide={false}
              busy={isBusy}
              icon={problem === 'failed' && <RetryIcon />}
              onClick={retry}
            >
              {t(`notSaved.${problem}.again`)}
            </Button>
          }
        >
          {t(isStuck ? 'notSaved.stuck' : `notSaved.${problem}.text`)}
        </Notice>
      )}
    </div>
  )
}

function useSaveRetry(problem: SaveProblem) {
  const store = useCheckoutStore()
  const sync = useSync()
  const { submitOnce, isBusy } = useSubmitOnce()
  const [isStuck, setStuck] = useState(false)

  /** Whether the order is no longer held. */
  const cancelPendingPayment = async (): Promise<boolean> => {
    const { refused: refusedChange } = store.getState()
    const { outcome } = await finishPayment(store, sync, { cancelAttempt: true })
    // Paid in the meantime: the page moves on automatically.
    if (outcome === 'done') await sync.refresh()
    if (outcome === 'not_charged' && refusedChange) sync.change(refusedChange.change)
    return outcome === 'not_charged' || outcome === 'done'
  }

  const retry = async () => {
    hideToast(store)
    setStuck(false)
    try {
      if (problem === 'failed' || (await cancelPendingPayment())) await sync.flush()
      else setStuck(true)
    } catch {
      setStuck(true)
    }
  }
  return { isBusy, isStuck, retry: () => submitOnce(retry) }
}

/** While this notice is visible, the toast about the held order would repeat and cover it. */
function useHideDuplicateToast(container: { current: HTMLElement | null }): void {
  const store = useCheckoutStore()
  useEffect(() => {
    const { top, bottom, height } = container.current?.getBoundingClientRect() ?? new DOMRect()
    if (height > 0 && top < window.innerHeight && bottom > 0) hideToast(store)
  }, [container, store])
}

function hideToast(store: CheckoutStore): void {
  const { notifications } = store.getState()
  for (const { id, text } of notifications)
    if (text === 'save.payment_in_progress') dismiss(store, id)
}

/** The button unmounts with the notice: focus moves to the heading above it. */
function useRefocusOnUnmount(container: { current: HTMLElement | null }): void {
  useIsomorphicLayoutEffect(() => {
    const element = container.current
    return () => {
      if (element?.contains(document.activeElement)) focusHeading(element)
    }
  }, [container])
}
