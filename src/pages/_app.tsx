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
  // Only the built-in error page comes without a checkout.
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
 * A tab speaks one language. Where another was chosen meanwhile, in another tab, the next page is loaded whole: its
 * direction and its texts come with it.
 */
export default function OneLanguage(props: AppProps<Partial<ServedPage>>) {
  const { textLanguage } = props.pageProps
  const [initialLanguage] = useState(textLanguage)
  const isLanguageChanged = textLanguage !== undefined && textLanguage !== initialLanguage
  useEffect(() => {
    if (isLanguageChanged) location.reload()
  }, [isLanguageChanged])
  // After the effects of everything on the page: from here on every control works.
  useEffect(() => document.documentElement.setAttribute('data-ready', ''), [])
  return !isLanguageChanged && <TranslatedApp {...props} />
}
