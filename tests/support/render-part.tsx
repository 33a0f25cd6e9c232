import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useEffect } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { CheckoutProvider, useCheckoutStore } from '@/client/checkout/checkout-provider'
import { type CheckoutStore, hasUnsaved } from '@/client/store/checkout-store'
import { type FakeApi, fakeApi } from './fake-api'
import { type Served, servedPage } from './served-page'
import { textsIn } from './texts'

type Answers = Parameters<typeof fakeApi>[1]

interface RenderedPart {
  /** Clicks and types as a customer does. */
  user: ReturnType<typeof userEvent.setup>
  api: FakeApi
  store: CheckoutStore
}

interface Wishes extends Served {
  answers?: Answers
  /** What the customer does with the served page before its scripts come. */
  beforeScripts?: (page: HTMLElement) => void
}

/** Shows a part of a page in the DOM, over a backend that answers what the test says. */
export function renderPart(
  part: ReactNode,
  { answers, beforeScripts, ...served }: Wishes = {},
): RenderedPart {
  const page = servedPage(served)
  const api = fakeApi(page.checkout, answers)
  const seen: { store?: CheckoutStore } = {}
  const tree = (
    <I18nextProvider i18n={textsIn(page.language)}>
      <CheckoutProvider page={page}>
        <Watched by={seen} />
        {part}
      </CheckoutProvider>
    </I18nextProvider>
  )
  const container = document.body.appendChild(document.createElement('div'))
  if (beforeScripts) {
    container.innerHTML = renderToString(tree)
    beforeScripts(container)
  }
  render(tree, { container, hydrate: beforeScripts !== undefined })
  if (!seen.store) throw new Error('the part was not rendered')
  return { user: userEvent.setup(), api, store: seen.store }
}

/** What a test leaves unsaved, or changes later, would be sent to the backend of the next one. */
function endSaving(store: CheckoutStore): void {
  const drop = () => hasUnsaved(store.getState()) && store.setState({ dirty: {} })
  drop()
  store.subscribe(drop)
}

/** Hands the page's store to the test. */
function Watched({ by }: { by: { store?: CheckoutStore } }) {
  const store = useCheckoutStore()
  by.store = store
  useEffect(() => () => endSaving(store), [store])
  return null
}
