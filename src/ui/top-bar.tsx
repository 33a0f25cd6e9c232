import type { ReactNode } from 'react'

type TopBarProps = { logo: ReactNode; actions?: ReactNode }

/** The same order on every step: logo, then language and help. */
export const TopBar = ({ logo, actions }: TopBarProps) => (
  <header className="border-line border-b bg-card print:border-0">
    <div className="mx-auto flex min-h-12 max-w-page items-center justify-between gap-x-2 ps-4 pe-2 lg:min-h-16 lg:px-6">
      <div className="min-w-0">{logo}</div>
      {actions && <div className="flex shrink-0 lg:gap-3 print:hidden">{actions}</div>}
    </div>
  </header>
)

/** A road in perspective, with the name beside it. */
export const Logo = ({ name }: { name: string }) => (
  <span className="flex items-center gap-2.5 break-keep font-bold leading-tight tracking-tight max-lg:text-[0.9375rem]">
    <svg viewBox="0 0 30 30" aria-hidden="true" className="size-[30px] shrink-0">
      <rect width="30" height="30" rx="8" className="fill-accent" />
      <path
        d="M10 24 13.4 6h3.2L20 24"
        fill="none"
        className="stroke-white"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path
        d="M15 9.5v2.2M15 14.6v2.8M15 20.4V23"
        className="stroke-gold"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    </svg>
    <span className="min-w-0">{name}</span>
  </span>
)

/** First on the page, visible only on focus: skips the bars. */
export const SkipLink = ({ label }: { label: string }) => (
  <a href="#main" className="skip-link">
    {label}
  </a>
)
