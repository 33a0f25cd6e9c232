import type { ReactNode } from 'react'
import { useRefundText } from '@/client/format/use-refund-text'
import { useTranslation } from '@/client/texts/use-translation'
import type { OfferedOrder } from '@/contract/page'
import { CompletedFacts } from '@/features/open-order/completed-facts'
import { Button } from '@/ui/button'
import { Group } from '@/ui/group'
import { PageLayout } from '@/ui/page-layout'

interface OpenOrderProps {
  offer: OfferedOrder
  /** The receipt of a completed order, the only part of the page that is printed. */
  receipt: ReactNode
}

/**
 * Asks whether to open the order of a link, or says where a completed one stands. A native form, so that
 * it works without scripts.
 */
export function OpenOrder({ offer, receipt }: OpenOrderProps) {
  const { t } = useTranslation('open-order')
  const { id, email, to, completed } = offer
  const { title, lead } = useOpenOrderTexts(offer)
  return (
    <PageLayout
      title={<span className="print:hidden">{title}</span>}
      lead={
        <span className="print:hidden" suppressHydrationWarning>
          {lead}
        </span>
      }
    >
      <Group className="print:hidden">
        {completed ? <CompletedFacts order={completed} /> : <OfferedFacts email={email} />}
        <form
          method="post"
          action="/checkouts/api/open-order/"
          className="flex flex-wrap items-center gap-3 *:w-auto! *:grow"
        >
          <input type="hidden" name="offer" value={id} />
          <input type="hidden" name="to" value={to} />
          <Button type="submit" name="answer" value="open">
            {t(completed ? 'completed.renew' : 'open')}
          </Button>
          <Button type="submit" name="answer" value="own" variant="secondary" wide>
            {t(resolveOwnLabel(offer))}
          </Button>
        </form>
      </Group>
      {receipt}
    </PageLayout>
  )
}

/** Heading and lead of the page; of a completed order they also say that it was refunded. */
export function useOpenOrderTexts({ completed }: OfferedOrder): { title: string; lead: string } {
  const { t } = useTranslation(['open-order', 'thank-you', 'common'])
  const order = completed?.receipt.order ?? null
  const refundText = useRefundText(order)
  if (!completed) return { title: t('title'), lead: t('lead') }
  const lead = t('completed.lead')
  return {
    title: t(order?.status === 'refunded' ? 'thank-you:refund.heading' : 'completed.title'),
    lead: refundText ? t('common:together', { first: refundText, second: lead }) : lead,
  }
}

function resolveOwnLabel({ hasOwnOrder, completed }: OfferedOrder) {
  if (hasOwnOrder) return 'keep'
  return completed ? 'completed.new' : 'own'
}

function OfferedFacts({ email }: Pick<OfferedOrder, 'email'>) {
  const { t } = useTranslation('open-order')
  return (
    <>
      {email ? (
        <dl>
          <dt className="text-ink-2 text-sm">{t('email')}</dt>
          <dd className="font-semibold">
            <bdi>{email}</bdi>
          </dd>
        </dl>
      ) : (
        <p>{t('noEmail')}</p>
      )}
      <p>{t('why')}</p>
    </>
  )
}
