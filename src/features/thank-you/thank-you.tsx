import type { ReactNode } from 'react'
import { useRefundText } from '@/client/format/use-refund-text'
import { useTranslation } from '@/client/texts/use-translation'
import { findStep } from '@/domain/checkout/steps'
import { formatMethodName, parsePaidCard } from '@/domain/payments/payment-method-label'
import { CopyButton } from '@/features/thank-you/copy-button'
import { EmailCorrection } from '@/features/thank-you/email-correction'
import { DoubtfulPhotos, MissingPhotos } from '@/features/thank-you/missing-photos'
import { NextSteps } from '@/features/thank-you/next-steps'
import { usePaidOrder } from '@/features/thank-you/use-paid-order'
import { emailMark, WithEmail } from '@/ui/email'
import { Group } from '@/ui/group'
import { CheckBadgeIcon } from '@/ui/icons'

/** The paid order and what happens next. A refunded order has no next steps. */
export function ThankYou() {
  const { isRefunded } = usePaidOrder()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 print:hidden">
      <PaidOrder />
      {!isRefunded && (
        <>
          <MissingPhotos />
          <DoubtfulPhotos />
          <NextSteps />
        </>
      )}
    </div>
  )
}

function PaidOrder() {
  const { t } = useTranslation('thank-you')
  const { state, order, isRefunded } = usePaidOrder()
  const refundText = useRefundText(order)
  if (!order) return null
  return (
    <Group>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0">
          <span className="block text-ink-2 text-sm">{t('number')}</span>
          <b className="wrap-anywhere text-lg">{order.id}</b>
        </p>
        <CopyButton text={order.id} kind="number" />
      </div>
      {order.total === 0 && <p>{t('free')}</p>}
      {refundText && (
        <p suppressHydrationWarning>
          {!isRefunded && <b className="block">{refundText}</b>}
          {formatRefundWay()}
        </p>
      )}
      {/* A corrected address gets the confirmation of the order, which a refunded one has not. */}
      {!isRefunded && <EmailCorrection />}
    </Group>
  )

  function formatRefundWay(): string {
    const card = parsePaidCard(state.confirmation_payment_method)
    const way = card
      ? t('receipt.cardIs', card)
      : formatMethodName(state.confirmation_payment_method)
    return way ? t('refund.when', { method: way }) : t('refund.back')
  }
}

/** Title of the document, heading and lead of the page; for a refunded order the refund is its news. */
export function useThankYouTexts(): { title: string; heading: ReactNode; lead: ReactNode } {
  const { t } = useTranslation(['thank-you', 'common'])
  const { state, order, isRefunded } = usePaidOrder()
  const refundText = useRefundText(order)
  const { title, heading, description } = findStep('thank-you')
  if (!isRefunded || !refundText)
    return {
      title: t(`common:${title}`),
      heading: (
        <span className={confirmedClassName}>
          <CheckBadgeIcon className="absolute start-0 top-0 size-(--tick) rounded-full bg-accent-line/60 p-[calc(var(--tick)*.07)]" />
          {t(`common:${heading}`)}
        </span>
      ),
      lead: (
        <span className={confirmedClassName}>
          <WithEmail
            email={state.customer.email}
            className="font-bold text-ink"
            sentence={t(`common:${description}`, { email: emailMark })}
          />
        </span>
      ),
    }
  const refundHeading = t('refund.heading')
  const lead = t('common:together', { first: refundText, second: t('refund.ended') })
  return { title: refundHeading, heading: refundHeading, lead }
}

/**
 * Beside the tick, which is as high as heading and lead. Very large text on a phone leaves no room
 * for it: it is then too small to be seen, because without a size it would have that of its paths.
 */
const confirmedClassName =
  'relative block ps-[calc(var(--tick)*1.25)] [--tick:clamp(0.1px,(100vw-16rem)*99,56px)] lg:[--tick:64px]'
