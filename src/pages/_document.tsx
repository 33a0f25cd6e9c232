import Document, { type DocumentContext, Head, Html, Main, NextScript } from 'next/document'
import { earlyErrorsScript } from '@/client/api/early-errors'
import { ReviewsSlot } from '@/features/reviews-widget/reviews-slot'

/** Takes the language from the page's props and the nonce from the CSP header of the response. */
export default class CheckoutDocument extends Document<{ nonce: string | undefined }> {
  static override async getInitialProps(context: DocumentContext) {
    const policy = String(context.res?.getHeader('Content-Security-Policy'))
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
    return { ...(await Document.getInitialProps(context)), nonce }
  }

  override render() {
    const { nonce, __NEXT_DATA__ } = this.props
    const nonceAttribute = nonce === undefined ? {} : { nonce }
    const { textLanguage = 'en', dir = 'ltr', settings } = __NEXT_DATA__.props['pageProps'] ?? {}
    return (
      <Html lang={textLanguage} dir={dir}>
        <Head {...nonceAttribute}>
          <link rel="icon" href="/checkouts/favicon.svg" type="image/svg+xml" />
          <meta name="theme-color" content="#f6f6f2" />
          <meta name="format-detection" content="telephone=no" />
          {settings?.isMirror && <MirrorHead mainUrl={settings.appUrl} page={__NEXT_DATA__.page} />}
          {settings?.reports && <script {...nonceAttribute}>{earlyErrorsScript}</script>}
        </Head>
        <body>
          <Main />
          {settings?.scripts?.reviews && <ReviewsSlot />}
          <NextScript {...nonceAttribute} />
        </body>
      </Html>
    )
  }
}

/** Search engines must index the page on the main host instead. */
const MirrorHead = ({ mainUrl, page }: { mainUrl: string; page: string }) => (
  <>
    <meta name="robots" content="noindex, nofollow" />
    <link rel="canonical" href={`${mainUrl}/checkouts${page.replace(/\/?$/, '/')}`} />
  </>
)
