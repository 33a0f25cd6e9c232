import type { ReactNode } from 'react'
import { classNames } from '@/ui/class-names'

export type PageLayoutProps = {
  title: ReactNode
  lead?: ReactNode
  /** Stays in sight on a desktop. */
  aside?: ReactNode
  /** Below that: at the end of the column. */
  asideFooter?: ReactNode
  asideLabel?: string
  /** The phone bar with total and button; sticks while this layout is in view. */
  stickyBar?: ReactNode
  children: ReactNode
}

/** Two columns on a desktop, one on a phone. */
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
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pt-5 lg:pt-6">{children}</div>
      </main>
      {aside && (
        <aside
          aria-label={asideLabel}
          className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-rows-[1fr_auto] lg:self-stretch"
        >
          {/* A block of its own: in the grid itself, what sticks would slide over what is below it. */}
          <div>
            {/* Taller than the window, it scrolls by itself; the room around it is for the cards' shadows. */}
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:sticky lg:top-2 lg:-m-4 lg:max-h-[calc(100dvh-16px)] lg:overflow-y-auto lg:p-4">
              {aside}
            </div>
          </div>
          {asideFooter}
        </aside>
      )}
    </div>
    {stickyBar}
  </div>
)
