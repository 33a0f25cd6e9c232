import { useRouter } from 'next/router'
import type { ReactNode } from 'react'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { useTranslation } from '@/client/texts/use-translation'
import { CopyButton } from '@/features/thank-you/copy-button'
import { buttonClasses } from '@/ui/button'
import { Group } from '@/ui/group'
import { Notice } from '@/ui/notice'

const anotherOrderId = 'another'

/** Starts a second order; this one stays available at its own link. */
export function AnotherOrder({ newOrderButton }: { newOrderButton: ReactNode }) {
  const { t } = useTranslation('thank-you')
  const { settings } = usePage()
  const token = useCheckout(({ checkout }) => checkout.token)
  const link = `${settings.appUrl}/checkouts/thank-you/?token=${token}`
  return (
    <Group id={anotherOrderId} heading={t('another.heading')} className="print:hidden">
      <p className="text-ink-2">{t('another.text')}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <a href={link} className="inline-flex min-h-11 items-center">
          {t('another.link')}
        </a>
        <CopyButton text={link} kind="link" />
      </div>
      {newOrderButton}
    </Group>
  )
}

/** The way to another order for a customer who asked for the start of one and got this order. */
export function AnotherOrderHint() {
  const { t } = useTranslation('thank-you')
  const { from } = useRouter().query
  if (from !== 'start') return null
  return (
    <Notice className="print:hidden">
      <a href={`#${anotherOrderId}`} className={buttonClasses({ variant: 'link', wide: false })}>
        {t('another.start')}
      </a>
    </Notice>
  )
}
