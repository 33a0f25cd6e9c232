import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, vi } from 'vitest'
import { CheckoutProvider } from '@/client/checkout/checkout-provider'
import { TextsContext } from '@/client/texts/use-translation'
import { buildServedPage, type PageOverrides } from './served-page'
import { createTexts } from './texts'

/** The server-rendered HTML of a component. */
export const renderMarkup = (part: ReactNode, overrides: PageOverrides = {}): string =>
  failOnWarnings(() =>
    renderToStaticMarkup(
      <TextsContext value={createTexts(overrides.language ?? 'en')}>
        <CheckoutProvider page={buildServedPage(overrides)}>{part}</CheckoutProvider>
      </TextsContext>,
    ),
  )

/** React warnings fail the test. */
function failOnWarnings(render: () => string): string {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    const markup = render()
    expect(consoleError).not.toHaveBeenCalled()
    return markup
  } finally {
    consoleError.mockRestore()
  }
}

/** The rendered text without tags. */
export const renderText = (part: ReactNode, overrides: PageOverrides = {}): string =>
  renderMarkup(part, overrides)
    .replace(/<[^>]+>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
