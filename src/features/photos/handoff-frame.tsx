import Head from 'next/head'
import { useTranslation } from 'next-i18next/pages'
import type { ReactNode } from 'react'
import { DocumentTitle } from '@/ui/document-title'
import { PageLayout } from '@/ui/page-layout'
import { Logo, SkipLink, TopBar } from '@/ui/top-bar'

interface HandoffFrameProps {
  title: string
  lead: string
  children: ReactNode
}

/** Frame of the photo page on another device: no order and no navigation. */
export function HandoffFrame({ title, lead, children }: HandoffFrameProps) {
  const { t } = useTranslation('common')
  const fullTitle = `${title} – ${t('product')}`
  return (
    <DocumentTitle
      title={fullTitle}
      titleWithErrors={t('errors.titlePrefix', { title: fullTitle })}
    >
      <Head>
        <meta name="robots" content="noindex" />
      </Head>
      <SkipLink label={t('skip')} />
      <TopBar logo={<Logo name={t('logo')} />} />
      <PageLayout title={title} lead={lead}>
        {children}
      </PageLayout>
    </DocumentTitle>
  )
}
