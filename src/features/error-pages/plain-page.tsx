import Head from 'next/head'
import type { ReactNode } from 'react'
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

/** Texts of the screens that are shown when everything else has failed, translations included. */
export const english = {
  product: 'International Driving Permit',
  crash: {
    title: 'Oops! Something went wrong…',
    text: 'An unexpected error occurred. Please reload the page or contact our support team.',
    kept: 'Your saved answers are kept. Try again goes on with them; Reload Page starts a new order without them.',
    reload: 'Reload Page',
    help: 'Help and contact',
  },
  notFound: {
    title: 'Page not found',
    why: 'The address may have a typing mistake, or the page has moved. Your order has not changed.',
    order: 'Go to my order',
    restart: 'Start a new order',
    restartWhy: 'A new order begins with empty answers.',
    help: 'Help and contact',
  },
} as const
