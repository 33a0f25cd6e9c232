import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/ui/class-names'

export type IconProps = Pick<ComponentProps<'svg'>, 'className'>

/** Icons are decorative: the text beside them has the meaning. */
const Svg = ({ className, children }: IconProps & { children: ReactNode }) => (
  <svg viewBox="0 0 20 20" aria-hidden="true" className={classNames('icon', className)}>
    {children}
  </svg>
)

/** An icon of one path; one that points somewhere is mirrored in right-to-left pages. */
export const createLineIcon =
  (path: string, pointing?: 'pointing') =>
  ({ className }: IconProps) => (
    <Svg className={classNames(pointing && 'rtl:-scale-x-100', className)}>
      <path d={path} />
    </Svg>
  )

export const CheckIcon = /* @__PURE__ */ createLineIcon('m4.5 10.5 3.6 3.5 7.4-8')
export const CloseIcon = /* @__PURE__ */ createLineIcon('m5 5 10 10M15 5 5 15')
export const PlusIcon = /* @__PURE__ */ createLineIcon('M10 4.5v11M4.5 10h11')
export const MinusIcon = /* @__PURE__ */ createLineIcon('M4.5 10h11')
export const ChevronDownIcon = /* @__PURE__ */ createLineIcon('m5 7.5 5 5 5-5')
export const ChevronUpIcon = /* @__PURE__ */ createLineIcon('m5 12.5 5-5 5 5')
export const ChevronEndIcon = /* @__PURE__ */ createLineIcon('m7.5 5 5 5-5 5', 'pointing')
export const BackIcon = /* @__PURE__ */ createLineIcon('M16 10H4.5M9 5l-5 5 5 5', 'pointing')
export const ChatIcon = /* @__PURE__ */ createLineIcon(
  'M3 5.5A2.5 2.5 0 0 1 5.5 3h9A2.5 2.5 0 0 1 17 5.5v5a2.5 2.5 0 0 1-2.5 2.5H9l-4 3.5V13A2.3 2.3 0 0 1 3 10.5zM7 6.8h6M7 9.5h4',
)
export const GlobeIcon = /* @__PURE__ */ createLineIcon(
  'M17.5 10a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0zM2.5 10h15M10 2.5c2 2 3 4.7 3 7.5s-1 5.5-3 7.5c-2-2-3-4.7-3-7.5s1-5.5 3-7.5z',
)
export const ShieldIcon = /* @__PURE__ */ createLineIcon(
  'M10 2.5 16.5 5v4.5c0 3.7-2.6 6.5-6.5 8-3.9-1.5-6.5-4.3-6.5-8V5zM7 10l2.2 2.2L13.2 8',
)
export const RetryIcon = /* @__PURE__ */ createLineIcon(
  'M16.5 10a6.5 6.5 0 1 1-2-4.7l1.5 1.5M16.5 3v4h-4',
)

export const LockIcon = /* @__PURE__ */ createLineIcon(
  'M5 8.5h10a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 16v-6A1.5 1.5 0 0 1 5 8.5zM6.5 8.5V6.3a3.5 3.5 0 0 1 7 0v2.2',
)

const Badge = ({ className, path, tone }: IconProps & { path: string; tone: string }) => (
  <Svg className={className}>
    <circle cx="10" cy="10" r="9" stroke="none" className={tone} />
    <path d={path} strokeWidth="2" className="stroke-white" />
  </Svg>
)

export const CheckBadgeIcon = ({ className }: IconProps) => (
  <Badge className={className} path="m6 10.2 2.7 2.6L14 7.4" tone="fill-accent" />
)
export const ErrorBadgeIcon = ({ className }: IconProps) => (
  <Badge className={className} path="M10 5.5v5.3M10 14.2v.1" tone="fill-bad" />
)
/** Marks an example that cannot be used. */
export const WrongBadgeIcon = ({ className }: IconProps) => (
  <Badge className={className} path="m7 7 6 6M13 7l-6 6" tone="fill-bad" />
)
export const InfoBadgeIcon = ({ className }: IconProps) => (
  <Badge className={className} path="M10 9.3v5.1M10 5.9v.1" tone="fill-ink-2" />
)

export const WarningIcon = ({ className }: IconProps) => (
  <Svg className={className}>
    <path d="M10 2.5 18.5 17.5h-17z" strokeWidth="1.5" className="fill-warn stroke-warn" />
    <path d="M10 8v4.3M10 15v.1" strokeWidth="2" className="stroke-white" />
  </Svg>
)
