import type { ReactNode } from 'react'

export type TopBarProps = { logo: ReactNode; actions?: ReactNode }

/**
 * The same order on every step: logo, then language and help. Phones show no icons, so a busy
 * button fades instead of showing its spinner.
 */
export const TopBar = ({ logo, actions }: TopBarProps) => (
  <header className="border-line border-b bg-card print:border-0">
    <div className="mx-auto flex min-h-14 max-w-page flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-1.5 lg:min-h-16 lg:px-6">
      <div className="min-w-0 grow basis-36">{logo}</div>
      {actions && (
        <div className="flex flex-wrap gap-2 max-lg:**:aria-busy:animate-pulse max-lg:**:aria-busy:opacity-60 max-lg:[&_svg]:hidden lg:gap-3 print:hidden">
          {actions}
        </div>
      )}
    </div>
  </header>
)
