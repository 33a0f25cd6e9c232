import { useTranslation } from 'next-i18next/pages'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { optimisticQuote } from '@/client/store/checkout-store'
import { usePrices } from '@/client/texts/use-prices'
import type { SummarySheetProps } from '@/features/shell/summary-sheet'
import { ChevronDownIcon } from '@/ui/icons'
import { summaryId } from '@/ui/page-layout'
import { VisuallyHidden } from '@/ui/visually-hidden'

/** Phones: the total, which opens the whole summary in a sheet, or leads to it without scripts. */
export function TotalButton({ summary }: { summary: ReactNode }) {
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
