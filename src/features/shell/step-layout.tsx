import dynamic from 'next/dynamic'
import { type ComponentType, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { usePrices } from '@/client/format/use-prices'
import { optimisticQuote, optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import type { Step } from '@/domain/checkout/steps'
import { Frame } from '@/features/shell/frame'
import type { SummarySheetProps } from '@/features/shell/summary-sheet'
import { useCheckoutBeforeMove } from '@/features/shell/use-checkout-before-move'
import { classNames } from '@/ui/class-names'
import { BackIcon, ChevronUpIcon } from '@/ui/icons'
import { Link } from '@/ui/link'
import { PageLayout, summaryId } from '@/ui/page-layout'
import { ProgressBar, StepBar, type StepItem } from '@/ui/step-bar'
import { StickyBar } from '@/ui/sticky-bar'
import { VisuallyHidden } from '@/ui/visually-hidden'

// Lazy: few customers change where the parcel goes.
const TotalChange = dynamic(() =>
  import('@/features/shell/lazy-total-change').then(({ TotalChange }) => TotalChange),
)

export interface StepLayoutProps {
  step: Step
  /** Every step, in order. */
  items: readonly StepItem[]
  /** Route of the previous page, for phones. */
  previousRoute: string | undefined
  /** The order summary, beside the step or in the sheet of the phone's total. */
  summary: ReactNode
  /** Below the summary. */
  aside?: ReactNode
  /** The language and currency button. */
  preferences: ReactNode
  /** The form that the phone's sticky button submits, and the button's label. */
  action?: {
    form: string
    label: string
    /** Less prominent than the page's content. */
    variant?: 'secondary' | undefined
    /** The customer cannot continue: the page shows why, and there is no button. */
    isBlocked?: boolean
    /** Replaces the button while something else than submitting is the next action. */
    button?: ReactNode
  }
  children: ReactNode
}

/** A step as an item of the step bar. */
export const toStepItem = (
  { id, route: href }: Step,
  label: string,
  { current, isOpen, isDone = isOpen }: { current: Step; isOpen: boolean; isDone?: boolean },
): StepItem => ({
  label,
  href,
  state: id === current.id ? 'current' : isDone ? 'done' : isOpen ? 'open' : 'later',
})

/** Layout of a step: title, header, step bar, summary, footer. */
export function StepLayout({
  step,
  items,
  previousRoute,
  summary,
  aside,
  preferences,
  action,
  children,
}: StepLayoutProps) {
  const { t } = useTranslation('common')
  const { number } = step
  const hasSheet = step.id !== 'review'
  const before = useCheckoutBeforeMove()
  const [isSheetBroken, setSheetBroken] = useState(false)
  const showInline = () => {
    flushSync(() => setSheetBroken(true))
    document.getElementById(summaryId)?.scrollIntoView()
  }
  const total = <TotalButton summary={summary} isRow={!action} onFailure={showInline} />
  return (
    <Frame preferences={preferences} title={t(step.title)}>
      <StepBar label={t('progress.label')} items={items} />
      <ProgressBar
        label={t('progress.label')}
        current={number}
        total={items.length}
        back={
          previousRoute && (
            <Link
              href={previousRoute}
              className="-ms-3 grid size-11 shrink-0 place-items-center text-accent"
            >
              <BackIcon />
              <VisuallyHidden>{t('progress.back')}</VisuallyHidden>
            </Link>
          )
        }
        note={number === 1 && t(items.length > 2 ? 'progress.duration' : 'progress.shortDuration')}
      >
        {t('progress.where', { number, total: items.length })}
        <b>{items[number - 1]?.label}</b>
      </ProgressBar>
      <PageLayout
        title={t(step.heading)}
        lead={t(step.description)}
        summary={
          <>
            {before && <TotalChange before={before} placement="summary" />}
            {summary}
          </>
        }
        summaryLabel={t('summary.heading')}
        isSummarySticky
        isSummaryInSheet={hasSheet && !isSheetBroken}
        aside={aside}
        stickyBar={
          action && (
            <StickyBar
              label={t('summary.total')}
              form={action.isBlocked ? undefined : action.form}
              variant={action.variant}
              button={action.button}
              total={total}
              note={before && <TotalChange before={before} placement="bar" />}
            >
              {action.label}
            </StickyBar>
          )
        }
      >
        {!action && <div className="card px-4 py-2 lg:hidden print:hidden">{total}</div>}
        {children}
      </PageLayout>
    </Frame>
  )
}

interface TotalButtonProps {
  summary: ReactNode
  /** Across the page, in one line. */
  isRow: boolean
  /** The sheet cannot load. */
  onFailure: () => void
}

/**
 * Phones: the total and what in it the customer did not choose. Opens the whole summary in a sheet,
 * or leads to it without scripts.
 */
function TotalButton({ summary, isRow, onFailure }: TotalButtonProps) {
  const { t } = useTranslation('common')
  const quote = useCheckout(optimisticQuote)
  const prices = usePrices(quote?.currency ?? 'USD')
  const isDeliveryEstimated = useCheckout(state => optimisticState(state).shipping.id === null)
  const [Sheet, setSheet] = useState<ComponentType<SummarySheetProps>>()

  const open = () =>
    import('@/features/shell/summary-sheet').then(
      ({ SummarySheet }) => setSheet(() => SummarySheet),
      onFailure,
    )

  const total = (
    <>
      <VisuallyHidden>{`${t('summary.show')} `}</VisuallyHidden>
      <span>
        <span className="text-ink-2 text-sm">{t('summary.total')}</span>{' '}
        <b className="text-lg tracking-tight">
          <bdi>{quote ? prices.minor(quote.total) : '—'}</bdi>
        </b>
      </span>
      <span className="flex items-center gap-0.5 text-ink-2 text-sm">
        {quote && quote.urgent > 0
          ? t('summary.includesUrgent', { amount: prices.minor(quote.urgent) })
          : quote && isDeliveryEstimated && quote.shipping > 0
            ? t('summary.includesDelivery', { amount: prices.minor(quote.shipping) })
            : t('summary.details')}
        <ChevronUpIcon className="size-4" />
      </span>
    </>
  )
  const layout = isRow ? 'flex flex-wrap items-center justify-between gap-x-4' : 'block'
  return (
    <>
      <noscript>
        <a href={`#${summaryId}`} className={classNames('min-h-11 text-ink no-underline', layout)}>
          {total}
        </a>
      </noscript>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={open}
        className={classNames('min-h-11 w-full text-start noscript:hidden', layout)}
      >
        {total}
      </button>
      {Sheet && <Sheet onClose={() => setSheet(undefined)}>{summary}</Sheet>}
    </>
  )
}
