import { type ComponentProps, useEffect, useState } from 'react'
import '@/styles/app.css'
import type { AppProps } from 'next/app'
import { lacksStyles, loadAllStyles } from '@/client/browser/load-all-styles'
import { CheckoutProvider } from '@/client/checkout/checkout-provider'
import { TextsProvider } from '@/client/texts/use-translation'
import { ErrorBoundary } from '@/features/error-pages/error-boundary'

type ServedPage = ComponentProps<typeof CheckoutProvider>['page'] & {
  texts: ComponentProps<typeof TextsProvider>['texts']
}

function App({ Component, pageProps }: Omit<AppProps<Partial<ServedPage>>, 'router'>) {
  // Only the built-in error page has no checkout.
  const hasCheckout = pageProps.checkout !== undefined
  return (
    <ErrorBoundary>
      {hasCheckout ? (
        <CheckoutProvider page={pageProps as ServedPage}>
          <Component {...pageProps} />
        </CheckoutProvider>
      ) : (
        <Component {...pageProps} />
      )}
    </ErrorBoundary>
  )
}

/**
 * A tab has one language. If another tab changed it, the page is reloaded with its direction and
 * texts; so is a later page whose styles have not arrived.
 */
export default function OneDocument({ router, ...props }: AppProps<Partial<ServedPage>>) {
  const { language, texts } = props.pageProps
  const [initial] = useState({ language, route: router.route })
  const isLanguageChanged = language !== undefined && language !== initial.language
  const needsReload = isLanguageChanged || (router.route !== initial.route && lacksStyles())
  useEffect(() => {
    if (needsReload) location.reload()
  }, [needsReload])
  // Runs after the effects of all children: the page is hydrated.
  useEffect(() => {
    document.documentElement.setAttribute('data-ready', '')
    loadAllStyles()
  }, [])
  if (needsReload) return false
  // The built-in error pages have their texts in their code.
  if (!texts || !language) return <App {...props} />
  return (
    <TextsProvider language={language} texts={texts}>
      <App {...props} />
    </TextsProvider>
  )
}
