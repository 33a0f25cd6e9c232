import type { PageConfig } from 'next'
import Head from 'next/head'
import { useTranslation } from '@/client/texts/use-translation'
import { PlainPage } from '@/features/error-pages/plain-page'
import { LinkChecker } from '@/features/links/link-checker'
import { type LinksProps, linksPage } from '@/server/pages/links-page'

// A plain form; needs no scripts.
export const config: Omit<PageConfig, 'runtime'> = { unstable_runtimeJS: false }

/** The link checker for marketers: shows what a link does. */
export default function LinksPage(props: LinksProps) {
  const { t } = useTranslation('links')
  return (
    <PlainPage title={t('title')} lead={t('lead')}>
      <Head>
        <meta name="robots" content="noindex, nofollow" />
      </Head>
      <LinkChecker {...props} />
    </PlainPage>
  )
}

export const getServerSideProps = linksPage
