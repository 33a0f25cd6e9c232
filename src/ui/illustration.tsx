import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/ui/class-names'

export type IllustrationProps = Pick<ComponentProps<'svg'>, 'className'>

/** Canvas of our line drawings, which are decorative: ink lines, accent tint, gold for light. */
export const Illustration = ({
  className,
  children,
}: IllustrationProps & { children: ReactNode }) => (
  <svg
    viewBox="0 0 240 160"
    fill="none"
    strokeWidth="2.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    className={classNames('block h-auto w-full stroke-ink', className)}
    aria-hidden="true"
  >
    {children}
  </svg>
)

/** Head and shoulders, above a point. */
export const Portrait = ({ x, y, scale = 1 }: { x: number; y: number; scale?: number }) => (
  <g transform={`translate(${x} ${y}) scale(${scale})`}>
    <path d="M-20 0c0-13 8-20 20-20s20 7 20 20z" className="fill-accent-line" />
    <circle cx="0" cy="-33" r="12" className="fill-card" />
    <path d="M-12-35c2-12 22-13 24 0-6 0-10-2-13-5-2 3-6 5-11 5z" className="fill-ink" />
  </g>
)

/** Lines that represent text. */
export const TextLines = ({ d }: { d: string }) => <path d={d} className="stroke-ink-3" />
