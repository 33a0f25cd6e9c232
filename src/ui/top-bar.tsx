import type { ReactNode } from 'react'

export type TopBarProps = { logo: ReactNode; actions?: ReactNode }

/** The same order on every step: logo, then language and help; phones have room for words only. */
export const TopBar = ({ logo, actions }: TopBarProps) => (
  <header className="border-line border-b bg-card print:border-0">
    <div className="mx-auto flex min-h-14 max-w-page items-center justify-between gap-3 px-4 lg:min-h-16 lg:px-6">
      {logo}
      {actions && (
        <div className="flex shrink-0 gap-2 max-lg:[&_svg]:hidden lg:gap-3 print:hidden">
          {actions}
        </div>
      )}
    </div>
  </header>
)
