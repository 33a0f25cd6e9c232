import '@/styles/app.css'
import type { AppProps } from 'next/app'
import { appWithTranslation } from 'next-i18next/pages'
import { CheckoutProvider, type ServedPage } from '@/client/provider'
import { CrashScreen } from '@/features/dead-ends/crash-screen'

function App({ Component, pageProps }: AppProps<Partial<ServedPage>>) {
  // Only the built-in error page comes without a checkout.
  const isServed = pageProps.checkout !== undefined
  return (
    <CrashScreen>
      {isServed ? (
        <CheckoutProvider page={pageProps as ServedPage}>
          <Component {...pageProps} />
        </CheckoutProvider>
      ) : (
        <Component {...pageProps} />
      )}
    </CrashScreen>
  )
}

export default appWithTranslation(App)
