import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/ui/class-names'
import { ChevronDownIcon } from '@/ui/icons'

export type DisclosureProps = ComponentProps<'details'> & { summary: ReactNode }

export const Disclosure = ({ summary, className, children, ...details }: DisclosureProps) => (
  <details {...details} className={classNames('disclosure', className)}>
    <summary>
      {summary}
      <ChevronDownIcon />
    </summary>
    <div className="pt-4">{children}</div>
  </details>
)
