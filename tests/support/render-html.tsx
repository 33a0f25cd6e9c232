import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, vi } from 'vitest'
import { CheckoutProvider } from '@/client/checkout/checkout-provider'
import { type Served, servedPage } from './served-page'
import { textsIn } from './texts'

/** The first HTML of a part of a page. */
export const markupOf = (part: ReactNode, served: Served = {}): string =>
  withoutWarnings(() =>
    renderToStaticMarkup(
      <I18nextProvider i18n={textsIn(served.language ?? 'en')}>
        <CheckoutProvider page={servedPage(served)}>{part}</CheckoutProvider>
      </I18nextProvider>,
    ),
  )

/** What React finds wrong is wrong: an engineer would read it in the console at every start. */
function withoutWarnings(render: () => string): string {
  const heard = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    const markup = render()
    expect(heard).not.toHaveBeenCalled()
    return markup
  } finally {
    heard.mockRestore()
  }
}

/** The same as it is read, without its tags. */
export const readOut = (part: ReactNode, served: Served = {}): string =>
  markupOf(part, served)
    .replace(/<[^>]+>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
