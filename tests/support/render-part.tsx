import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { CheckoutProvider, useCheckoutStore } from '@/client/provider'
import type { CheckoutStore } from '@/client/store'
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

/** Shows a part of a page in the DOM, over a backend that answers what the test says. */
export function renderPart(
  part: ReactNode,
  { answers, ...served }: Served & { answers?: Answers } = {},
): RenderedPart {
  const page = servedPage(served)
  const api = fakeApi(page.checkout, answers)
  const seen: { store?: CheckoutStore } = {}
  render(
    <I18nextProvider i18n={textsIn(page.language)}>
      <CheckoutProvider page={page}>
        <Watched by={seen} />
        {part}
      </CheckoutProvider>
    </I18nextProvider>,
  )
  if (!seen.store) throw new Error('the part was not rendered')
  return { user: userEvent.setup(), api, store: seen.store }
}

/** Hands the page's store to the test. */
function Watched({ by }: { by: { store?: CheckoutStore } }) {
  by.store = useCheckoutStore()
  return null
}
