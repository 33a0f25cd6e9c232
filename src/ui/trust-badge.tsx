import type { ReactNode } from 'react'

export type TrustBadgeProps = { icon: ReactNode; title: ReactNode; children?: ReactNode }

export const TrustBadge = ({ icon, title, children }: TrustBadgeProps) => (
  <div className="flex items-start gap-3">
    <span className="mt-0.5 shrink-0 text-accent">{icon}</span>
    <p className="min-w-0">
      <span className="block font-semibold">{title}</span>
      {children && <span className="block text-ink-2 text-sm">{children}</span>}
    </p>
  </div>
)
