import type { ReactNode } from 'react'
import { classNames } from '@/ui/class-names'

const TONES = {
  /** Only for savings. */
  gold: 'bg-gold-soft text-gold-ink',
  accent: 'bg-accent text-white',
  soft: 'bg-accent-soft text-accent-strong',
  plain: 'bg-paper text-ink-2',
  bad: 'bg-bad-soft text-bad',
} as const

export type TagProps = { tone?: keyof typeof TONES; className?: string; children: ReactNode }

export const Tag = ({ tone = 'gold', className, children }: TagProps) => (
  <span
    className={classNames(
      'inline-block rounded-full px-2.5 py-0.5 font-semibold text-sm',
      TONES[tone],
      className,
    )}
  >
    {children}
  </span>
)
