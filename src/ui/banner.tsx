import type { ComponentProps } from 'react'
import { classNames } from '@/ui/class-names'

const TONES = {
  info: 'bg-ink text-white',
  advice: 'border-warn-line border-b bg-warn-soft text-ink',
} as const

export type BannerProps = ComponentProps<'section'> & {
  tone?: keyof typeof TONES
  /** Accessible name of the landmark. */
  label: string
}

/** A full-width strip; pass `role="status"` if it appears and disappears. */
export const Banner = ({ tone = 'info', label, className, children, ...props }: BannerProps) => (
  <section
    aria-label={label}
    {...props}
    className={classNames('print:hidden', TONES[tone], className)}
  >
    <div className="mx-auto flex max-w-page flex-wrap items-center justify-center gap-x-3 px-4 py-1.5 text-center text-sm lg:px-6">
      {children}
    </div>
  </section>
)
