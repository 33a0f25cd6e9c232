import Document, { type DocumentContext, Head, Html, Main, NextScript } from 'next/document'

/** The page's language comes with its props, its nonce with the policy its answer carries. */
export default class CheckoutDocument extends Document<{ nonce: string | undefined }> {
  static override async getInitialProps(context: DocumentContext) {
    const policy = String(context.res?.getHeader('Content-Security-Policy'))
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
    return { ...(await Document.getInitialProps(context)), nonce }
  }

  override render() {
    const { nonce, __NEXT_DATA__ } = this.props
    const { language = 'en', dir = 'ltr' } = __NEXT_DATA__.props.pageProps ?? {}
    return (
      <Html lang={language} dir={dir}>
        <Head nonce={nonce}>
          <link rel="icon" href="/checkouts/favicon.svg" type="image/svg+xml" />
          <meta name="theme-color" content="#f6f6f2" />
          <meta name="format-detection" content="telephone=no" />
        </Head>
        <body>
          <Main />
          <NextScript nonce={nonce} />
        </body>
      </Html>
    )
  }
}
