import type { ReactNode } from 'react'

type SiteFooterProps = {
  /** <TrustBadge>s. */
  badges: ReactNode
  linksLabel: string
  links: readonly { href: string; label: string }[]
  /** Who sells, and what the permit is not. */
  smallPrint: ReactNode
  /** <SellerContact> */
  contact?: ReactNode
}

export const SiteFooter = ({ badges, linksLabel, links, smallPrint, contact }: SiteFooterProps) => (
  <footer className="border-line border-t bg-card text-ink-2 text-sm print:hidden">
    <div className="mx-auto flex max-w-page flex-wrap justify-between gap-2 px-4 py-6 lg:px-6">
      <div className="grid min-w-0 max-w-2xl grid-cols-1 gap-2">
        <p className="grid gap-x-6 gap-y-1 sm:flex sm:flex-wrap">{badges}</p>
        {smallPrint}
        {contact}
      </div>
      <nav aria-label={linksLabel} className="min-w-0">
        <ul className="flex flex-wrap gap-x-6">
          {links.map(({ href, label }) => (
            <li key={href}>
              <a
                href={href}
                className="inline-flex min-h-11 min-w-11 max-w-full items-center text-ink-2 wrap-anywhere"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  </footer>
)

type SellerContactProps = { email: string | null; phone: string | null }

export const SellerContact = ({ email, phone }: SellerContactProps) => (
  <p className="flex flex-wrap gap-x-6">
    {[
      { text: email, href: `mailto:${email}` },
      { text: phone, href: `tel:${phone?.replace(/[^+\d]/g, '')}` },
    ].map(
      ({ text, href }) =>
        text && (
          <a key={href} href={href} className="inline-flex min-h-11 items-center text-ink-2">
            <bdi>{text}</bdi>
          </a>
        ),
    )}
  </p>
)

type TrustBadgeProps = { icon: ReactNode; children: ReactNode }

export const TrustBadge = ({ icon, children }: TrustBadgeProps) => (
  <span className="flex min-w-0 gap-2 font-semibold text-ink [&_svg]:text-accent">
    {icon}
    <span className="min-w-0">{children}</span>
  </span>
)
