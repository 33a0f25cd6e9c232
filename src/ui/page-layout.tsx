import type { ReactNode } from 'react'
import { classNames } from '@/ui/class-names'

/** Id of the order summary beside or below the step. */
export const summaryId = 'summary'

/**
 * Id of the element that follows content and summary. The first paint waits for it: the browser
 * goes on as soon as an element begins, so an id of the content would paint a half of it.
 */
export const contentEndId = 'content-end'

export type PageLayoutProps = {
  title: ReactNode
  lead?: ReactNode
  /** The order summary. */
  summary?: ReactNode
  summaryLabel?: string
  /** Desktops keep the summary on the screen, and have `aside` at the end of its column. */
  isSummarySticky?: boolean
  /** Phones open the summary from the sticky bar; the page has it only without scripts. */
  isSummaryInSheet?: boolean
  /** Below the summary; scrolls with the page. */
  aside?: ReactNode
  /** The phone bar with total and button; sticky within this layout. */
  stickyBar?: ReactNode
  children: ReactNode
}

/** Two columns on desktops, one on phones. */
export const PageLayout = ({
  title,
  lead,
  summary,
  summaryLabel,
  isSummarySticky,
  isSummaryInSheet,
  aside,
  stickyBar,
  children,
}: PageLayoutProps) => (
  <div className="pb-6 lg:pb-16">
    <div
      className={classNames(
        'mx-auto grid max-w-page grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-5 px-4 pt-4 pb-6 lg:px-6 lg:pt-7',
        summary ? 'lg:grid-cols-[minmax(0,1fr)_372px]' : 'lg:max-w-3xl',
      )}
    >
      <main id="main" tabIndex={-1}>
        <h1 tabIndex={-1} className="font-bold text-2xl tracking-tight outline-none lg:text-3xl">
          {title}
        </h1>
        {lead && <p className="pt-1 text-ink-2 text-md">{lead}</p>}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pt-5 lg:pt-6">{children}</div>
      </main>
      {summary && (
        <div
          className={classNames(
            'grid grid-cols-[minmax(0,1fr)] gap-5',
            isSummarySticky && 'lg:grid-rows-[1fr_auto] lg:self-stretch',
          )}
        >
          <aside
            id={summaryId}
            aria-label={summaryLabel}
            className={classNames(
              'grid grid-cols-[minmax(0,1fr)] gap-5',
              isSummaryInSheet && 'max-lg:not-noscript:hidden',
              isSummarySticky && 'tall-sticky',
            )}
          >
            {summary}
          </aside>
          {aside}
        </div>
      )}
    </div>
    <span id={contentEndId} hidden />
    {stickyBar}
  </div>
)
