import { type ComponentProps, useEffect, useState } from 'react'
import '@/styles/app.css'
import type { AppProps } from 'next/app'
import { appWithTranslation, i18n } from 'next-i18next/pages'
import { CheckoutProvider } from '@/client/checkout/checkout-provider'
import { neverShowKeys } from '@/client/texts/report-missing-keys'
import { CrashScreen } from '@/features/dead-ends/crash-screen'

type ServedPage = ComponentProps<typeof CheckoutProvider>['page'] & { textLanguage: string }

function App({ Component, pageProps }: AppProps<Partial<ServedPage>>) {
  neverShowKeys(i18n)
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

const Translated = appWithTranslation(App)

/**
 * A tab speaks one language. Where another was chosen meanwhile, in another tab, the next page is loaded whole: its
 * direction and its texts come with it.
 */
export default function OneLanguage(props: AppProps<Partial<ServedPage>>) {
  const { textLanguage } = props.pageProps
  const [first] = useState(textLanguage)
  const isOther = textLanguage !== undefined && textLanguage !== first
  useEffect(() => {
    if (isOther) location.reload()
  }, [isOther])
  // After the effects of everything on the page: from here on every control works.
  useEffect(() => document.documentElement.setAttribute('data-ready', ''), [])
  return !isOther && <Translated {...props} />
}
