import { type ComponentType, type ReactNode, useState } from 'react'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { usePrices } from '@/client/format/use-prices'
import { optimisticQuote } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import type { Step } from '@/domain/checkout/steps'
import { Frame } from '@/features/shell/frame'
import type { SummarySheetProps } from '@/features/shell/summary-sheet'
import { ButtonLink } from '@/ui/button'
import { Group } from '@/ui/group'
import { BackIcon, ChatIcon, CheckIcon, ChevronDownIcon } from '@/ui/icons'
import { PageLayout, summaryId } from '@/ui/page-layout'
import { ProgressBar, StepBar, type StepItem } from '@/ui/step-bar'
import { StickyBar } from '@/ui/sticky-bar'
import { VisuallyHidden } from '@/ui/visually-hidden'

export interface StepLayoutProps {
  step: Step
  /** Every step, in order. */
  items: readonly StepItem[]
  /** Route of the previous page, for phones. */
  previousRoute: string | undefined
  /** The order summary, beside the step or collapsed above its button. */
  summary: ReactNode
  /** Replaces the advantages beside the step on a desktop. */
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
  }
  children: ReactNode
}

/** A step as an item of the step bar. */
export const toStepItem = (
  { id, route: href }: Step,
  label: string,
  { current, isOpen }: { current: Step; isOpen: boolean },
): StepItem => ({
  label,
  href,
  state: id === current.id ? 'current' : isOpen ? 'done' : 'later',
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
  return (
    <Frame preferences={preferences} title={t(step.title)}>
      <StepBar label={t('progress.label')} items={items} />
      <ProgressBar
        label={t('progress.label')}
        current={number}
        total={items.length}
        back={
          previousRoute && (
            <ButtonLink variant="link" wide={false} href={previousRoute} icon={<BackIcon />}>
              {t('progress.back')}
            </ButtonLink>
          )
        }
      >
        {t('progress.where', { number, total: items.length })}
        <b>{items[number - 1]?.label}</b>
      </ProgressBar>
      <PageLayout
        title={t(step.heading)}
        lead={t(step.description)}
        aside={
          <>
            {summary}
            {aside}
          </>
        }
        asideFooter={<Advantages className={aside ? 'lg:hidden' : undefined} />}
        asideLabel={t('summary.heading')}
        stickyBar={
          action && (
            <StickyBar
              label={t('summary.total')}
              form={action.isBlocked ? undefined : action.form}
              variant={action.variant}
              total={<TotalButton summary={summary} />}
            >
              {action.label}
            </StickyBar>
          )
        }
      >
        {!action && (
          <div className="rounded-card border border-line bg-card px-4 py-2 lg:hidden print:hidden">
            <TotalButton summary={summary} />
          </div>
        )}
        {children}
      </PageLayout>
    </Frame>
  )
}

/** The shop's advantages on every step, and a link to help. */
function Advantages({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('common')
  return (
    <Group heading={t('advantages.heading')} className={className}>
      <ul className="grid gap-2">
        {[t('advantages.refund'), t('advantages.account'), t('advantages.photos')].map(line => (
          <li key={line} className="flex gap-2.5">
            <CheckIcon className="mt-0.5 text-accent" />
            {line}
          </li>
        ))}
      </ul>
      <ButtonLink variant="secondary" href="/help/" icon={<ChatIcon />}>
        {t('advantages.ask')}
      </ButtonLink>
    </Group>
  )
}

/** Phones: the total, which opens the whole summary in a sheet, or leads to it without scripts. */
function TotalButton({ summary }: { summary: ReactNode }) {
  const { t } = useTranslation('common')
  const quote = useCheckout(optimisticQuote)
  const prices = usePrices(quote?.currency ?? 'USD')
  const [Sheet, setSheet] = useState<ComponentType<SummarySheetProps>>()

  const open = () =>
    import('@/features/shell/summary-sheet').then(
      ({ SummarySheet }) => setSheet(() => SummarySheet),
      // If the sheet cannot load, the same summary is below the step.
      () => document.getElementById(summaryId)?.scrollIntoView(),
    )

  const total = (
    <>
      <VisuallyHidden>{`${t('summary.show')} `}</VisuallyHidden>
      <span className="text-ink-2 text-sm">{t('summary.total')}</span>{' '}
      <span className="flex items-center gap-1">
        <b className="text-lg">
          <bdi>{quote ? prices.minor(quote.total) : '—'}</bdi>
        </b>
        <ChevronDownIcon className="size-4" />
      </span>
    </>
  )
  return (
    <>
      <noscript>
        <a href={`#${summaryId}`} className="block min-h-11 text-ink no-underline">
          {total}
        </a>
      </noscript>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={open}
        className="block min-h-11 w-full text-start noscript:hidden"
      >
        {total}
      </button>
      {Sheet && <Sheet onClose={() => setSheet(undefined)}>{summary}</Sheet>}
    </>
  )
}
