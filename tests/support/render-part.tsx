import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { renderToString } from 'react-dom/server'
// The browser loads these with its first call. Tests count calls and must not wait for files.
import '@/client/api/api-client'
import '@/contract/checkout'
import { CheckoutProvider, useCheckoutStore, useSync } from '@/client/checkout/checkout-provider'
import { type CheckoutStore, hasUnsaved } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import { TextsContext } from '@/client/texts/use-translation'
import { type FakeApi, fakeApi } from './fake-api'
import { buildServedPage, type PageOverrides } from './served-page'
import { createTexts } from './texts'

type Answers = Parameters<typeof fakeApi>[1]

interface RenderedPart {
  /** Clicks and types as a customer does. */
  user: ReturnType<typeof userEvent.setup>
  api: FakeApi
  store: CheckoutStore
  sync: Sync
}

interface RenderOptions extends PageOverrides {
  answers?: Answers
  /** Interaction with the served HTML before hydration. */
  beforeScripts?: (page: HTMLElement) => void
}

/** Renders a component in the DOM over a fake backend. */
export function renderPart(
  part: ReactNode,
  { answers, beforeScripts, ...overrides }: RenderOptions = {},
): RenderedPart {
  const page = buildServedPage(overrides)
  const api = fakeApi(page.checkout, answers)
  let runtime: PartRuntime | undefined
  const handleRuntime = (newRuntime: PartRuntime) => {
    runtime = newRuntime
  }
  const tree = (
    <TextsContext value={createTexts(page.language)}>
      <CheckoutProvider page={page}>
        <RuntimeProbe onRuntime={handleRuntime} />
        {part}
      </CheckoutProvider>
    </TextsContext>
  )
  const container = document.body.appendChild(document.createElement('div'))
  if (beforeScripts) {
    container.innerHTML = renderToString(tree)
    beforeScripts(container)
  }
  render(tree, { container, hydrate: beforeScripts !== undefined })
  if (!runtime) throw new Error('the part was not rendered')
  return { user: userEvent.setup(), api, ...(runtime as PartRuntime) }
}

/** Otherwise unsaved changes would be sent to the next test's backend. */
function discardUnsaved(store: CheckoutStore): void {
  const clearDirty = () => hasUnsaved(store.getState()) && store.setState({ dirty: {} })
  clearDirty()
  store.subscribe(clearDirty)
}

type PartRuntime = Pick<RenderedPart, 'store' | 'sync'>

/** Passes the page's store and sync to the test. */
function RuntimeProbe({ onRuntime }: { onRuntime: (runtime: PartRuntime) => void }) {
  const store = useCheckoutStore()
  const sync = useSync()
  useLayoutEffect(() => onRuntime({ store, sync }), [onRuntime, store, sync])
  useEffect(() => () => discardUnsaved(store), [store])
  return null
}
