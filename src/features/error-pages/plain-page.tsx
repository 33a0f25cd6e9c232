import Head from 'next/head'
import type { ReactNode } from 'react'
import { english } from '@/features/error-pages/english'
import { PageLayout } from '@/ui/page-layout'
import { Logo, TopBar } from '@/ui/top-bar'

/** A page that works without a checkout, translations or scripts. */
export function PlainPage({
  title,
  lead,
  children,
}: {
  title: string
  lead: string
  children: ReactNode
}) {
  return (
    <>
      <Head>
        <title>{`${title} – ${english.product}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
      </Head>
      <TopBar logo={<Logo name={english.product} />} />
      <PageLayout title={title} lead={lead}>
        {children}
      </PageLayout>
    </>
  )
}
