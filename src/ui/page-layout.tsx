import type { ReactNode } from 'react'
import { classNames } from '@/ui/class-names'

/** Id of the order summary beside or below the step. */
export const summaryId = 'summary'

/**
 * Ids of the elements that follow the heading and the summary. The first paint waits for them: the
 * browser goes on as soon as an element begins, so an element's own id would paint a half of it.
 */
export const awaitedIds = { heading: 'content', summary: 'summary-end' }

export type PageLayoutProps = {
  title: ReactNode
  lead?: ReactNode
  /** Sticky on desktops. */
  aside?: ReactNode
  /** Below `aside`, at the end of the column. */
  asideFooter?: ReactNode
  asideLabel?: string
  /** The phone bar with total and button; sticky within this layout. */
  stickyBar?: ReactNode
  children: ReactNode
}

/** Two columns on desktops, one on phones. */
export const PageLayout = ({
  title,
  lead,
  aside,
  asideFooter,
  asideLabel,
  stickyBar,
  children,
}: PageLayoutProps) => (
  <div className="pb-6 lg:pb-16">
    <div
      className={classNames(
        'mx-auto grid max-w-page grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-5 px-4 pt-4 pb-6 lg:px-6 lg:pt-7',
        aside ? 'lg:grid-cols-[minmax(0,1fr)_372px]' : 'lg:max-w-3xl',
      )}
    >
      <main id="main" tabIndex={-1}>
        <h1 tabIndex={-1} className="font-bold text-2xl tracking-tight outline-none lg:text-3xl">
          {title}
        </h1>
        {lead && <p className="pt-1 text-ink-2 text-md">{lead}</p>}
        <div id={awaitedIds.heading} className="grid grid-cols-[minmax(0,1fr)] gap-5 pt-5 lg:pt-6">
          {children}
        </div>
      </main>
      {aside && (
        <aside
          id={summaryId}
          aria-label={asideLabel}
          className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-rows-[1fr_auto] lg:self-stretch"
        >
          {/* A wrapper: as a grid item the sticky block would slide over `asideFooter`. */}
          <div>
            {/* Scrolls if it is taller than the window; the padding leaves room for the cards'
                shadows. */}
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:sticky lg:top-2 lg:-m-4 lg:max-h-[calc(100dvh-16px)] lg:overflow-y-auto lg:p-4">
              {aside}
            </div>
            <span id={awaitedIds.summary} hidden />
          </div>
          {asideFooter}
        </aside>
      )}
    </div>
    {stickyBar}
  </div>
)
