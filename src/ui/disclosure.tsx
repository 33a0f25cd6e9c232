import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/ui/class-names'
import { ChevronDownIcon } from '@/ui/icons'

export type DisclosureProps = ComponentProps<'details'> & { summary: ReactNode }

export const Disclosure = ({ summary, className, children, ...details }: DisclosureProps) => (
  <details {...details} className={classNames('group/disclosure', className)}>
    <summary className="-my-2.5 inline-flex min-h-11 list-none items-center gap-1.5 rounded-control text-accent underline underline-offset-3 hover:text-accent-strong">
      {summary}
      <ChevronDownIcon className="size-4 transition-transform duration-150 group-open/disclosure:rotate-180" />
    </summary>
    <div className="pt-4">{children}</div>
  </details>
)
