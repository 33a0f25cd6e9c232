import { type ComponentProps, useEffect, useState } from 'react'
import '@/styles/app.css'
import type { AppProps } from 'next/app'
import { appWithTranslation, i18n } from 'next-i18next/pages'
import { CheckoutProvider } from '@/client/checkout/checkout-provider'
import { reportMissingKeys } from '@/client/texts/report-missing-keys'
import { ErrorBoundary } from '@/features/error-pages/error-boundary'

type ServedPage = ComponentProps<typeof CheckoutProvider>['page'] & { textLanguage: string }

function App({ Component, pageProps }: AppProps<Partial<ServedPage>>) {
  reportMissingKeys(i18n)
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

const TranslatedApp = appWithTranslation(App)

/**
 * A tab has one language. If another tab changed it, the page is reloaded with its direction and
 * texts.
 */
export default function OneLanguage(props: AppProps<Partial<ServedPage>>) {
  const { textLanguage } = props.pageProps
  const [initialLanguage] = useState(textLanguage)
  const isLanguageChanged = textLanguage !== undefined && textLanguage !== initialLanguage
  useEffect(() => {
    if (isLanguageChanged) location.reload()
  }, [isLanguageChanged])
  // Runs after the effects of all children: the page is hydrated.
  useEffect(() => document.documentElement.setAttribute('data-ready', ''), [])
  return !isLanguageChanged && <TranslatedApp {...props} />
}
