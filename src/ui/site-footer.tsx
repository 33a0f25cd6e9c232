import type { ReactNode } from 'react'

type SiteFooterProps = {
  /** <TrustBadge>s. */
  badges?: ReactNode
  linksLabel: string
  links: readonly { href: string; label: string }[]
  smallPrint?: ReactNode
}

export const SiteFooter = ({ badges, linksLabel, links, smallPrint }: SiteFooterProps) => (
  <footer className="border-line border-t bg-card text-ink-2 text-sm print:hidden">
    <div className="mx-auto grid max-w-page grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 lg:px-6">
      {badges && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 text-base text-ink sm:grid-cols-3">
          {badges}
        </div>
      )}
      <nav aria-label={linksLabel}>
        <ul className="flex flex-wrap gap-x-6">
          {links.map(({ href, label }) => (
            <li key={href}>
              <a href={href} className="inline-flex min-h-11 items-center text-ink-2">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {smallPrint && <div className="grid max-w-2xl gap-2">{smallPrint}</div>}
    </div>
  </footer>
)

type TrustBadgeProps = { icon: ReactNode; title: ReactNode; children?: ReactNode }

export const TrustBadge = ({ icon, title, children }: TrustBadgeProps) => (
  <div className="flex items-start gap-3">
    <span className="mt-0.5 shrink-0 text-accent">{icon}</span>
    <p className="min-w-0">
      <span className="block font-semibold">{title}</span>
      {children && <span className="block text-ink-2 text-sm">{children}</span>}
    </p>
  </div>
)
