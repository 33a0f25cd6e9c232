import Document, { Head, Html, Main, NextScript } from 'next/document'
import { driverSections } from '@/features/driver-details/use-open-sections'
import { ReviewsSlot } from '@/features/reviews-widget/reviews-slot'
import { earlyErrorsScript, getPageStyles, styleNonce } from '@/server/http/inline-parts'
import { contentEndId } from '@/ui/page-layout'

/** Takes the language from the page's props. */
export default class CheckoutDocument extends Document {
  override render() {
    const { __NEXT_DATA__ } = this.props
    const { pageProps = {} } = __NEXT_DATA__.props
    const { language = 'en', dir = 'ltr', settings, checkout } = pageProps
    // The policy of pages that were rendered at build time has no hash of the styles.
    const PageHead = __NEXT_DATA__.gssp ? HeadWithStyles : Head
    return (
      <Html lang={language} dir={dir}>
        <PageHead>
          <AwaitedParts
            page={__NEXT_DATA__.page}
            hasAnsweredTrip={Boolean(checkout?.state.customer.license_issued)}
          />
          <link rel="icon" href="/checkouts/favicon.svg" type="image/svg+xml" />
          <meta name="theme-color" content="#f6f6f2" />
          <meta name="format-detection" content="telephone=no" />
          {settings?.isMirror && <MirrorHead mainUrl={settings.appUrl} page={__NEXT_DATA__.page} />}
          {settings?.reports && <script>{earlyErrorsScript.text}</script>}
        </PageHead>
        <body>
          <Main />
          {settings?.scripts?.reviews && <ReviewsSlot />}
          <NextScript />
        </body>
      </Html>
    )
  }
}

/** Long pages that begin with the questions about the trip. */
const longPages = ['/v2/driver-details', '/express/info']

/**
 * A page may arrive in parts, and half a header or half a price row would be painted and then move:
 * the first paint waits for the end of the content. On a phone, an open first section fills the
 * first screen, so the paint waits for the end of this section, and what follows moves nothing.
 */
const AwaitedParts = ({ page, hasAnsweredTrip }: { page: string; hasAnsweredTrip: boolean }) => {
  // The rows of answered sections are short.
  const isFilled = longPages.includes(page) && !hasAnsweredTrip
  return (
    <>
      {isFilled && <AwaitedPart id={driverSections[0]} />}
      <AwaitedPart id={contentEndId} {...(isFilled && { media: '(min-width: 1024px)' })} />
    </>
  )
}

const AwaitedPart = ({ id, media }: { id: string; media?: string }) => (
  // biome-ignore lint/suspicious/noUnknownAttribute: React and browsers know `blocking`
  <link rel="expect" blocking="render" href={`#${id}`} media={media} />
)

/** Contains the style sheet instead of a link to it. */
class HeadWithStyles extends Head {
  override getCssLinks(files: Parameters<Head['getCssLinks']>[0]) {
    const styles = getPageStyles()
    if (!styles) return super.getCssLinks(files)
    return [
      <style key="page" nonce={styleNonce}>
        {styles.text}
      </style>,
    ]
  }
}

/** Search engines must index the page on the main host instead. */
const MirrorHead = ({ mainUrl, page }: { mainUrl: string; page: string }) => (
  <>
    <meta name="robots" content="noindex, nofollow" />
    <link rel="canonical" href={`${mainUrl}/checkouts${page.replace(/\/?$/, '/')}`} />
  </>
)
