import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/ui/class-names'

export type IconProps = Pick<ComponentProps<'svg'>, 'className'>

const SIZE = /(?:^|\s)size-/

/** Icons are decorative: the text beside them has the meaning. */
const Svg = ({ className, children }: IconProps & { children: ReactNode }) => (
  <svg
    viewBox="0 0 20 20"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    className={classNames('shrink-0', !SIZE.test(className ?? '') && 'size-5', className)}
  >
    {children}
  </svg>
)

const createLineIcon =
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
export const ChevronStartIcon = /* @__PURE__ */ createLineIcon('m12.5 5-5 5 5 5', 'pointing')
export const BackIcon = /* @__PURE__ */ createLineIcon('M16 10H4.5M9 5l-5 5 5 5', 'pointing')
export const ChatIcon = /* @__PURE__ */ createLineIcon(
  'M3 5.5A2.5 2.5 0 0 1 5.5 3h9A2.5 2.5 0 0 1 17 5.5v5a2.5 2.5 0 0 1-2.5 2.5H9l-4 3.5V13A2.3 2.3 0 0 1 3 10.5zM7 6.8h6M7 9.5h4',
)
export const GlobeIcon = /* @__PURE__ */ createLineIcon(
  'M17.5 10a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0zM2.5 10h15M10 2.5c2 2 3 4.7 3 7.5s-1 5.5-3 7.5c-2-2-3-4.7-3-7.5s1-5.5 3-7.5z',
)
export const PinIcon = /* @__PURE__ */ createLineIcon(
  'M10 18s6-5.2 6-9.8A6 6 0 0 0 4 8.2C4 12.8 10 18 10 18zM12.2 8.2a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0z',
)
export const EditIcon = /* @__PURE__ */ createLineIcon(
  'M3.5 16.5l.8-3.6L13 4.2l2.8 2.8-8.7 8.7zM11.5 5.7l2.8 2.8',
)
export const CameraIcon = /* @__PURE__ */ createLineIcon(
  'M3 7.5A1.5 1.5 0 0 1 4.5 6H6l1.4-2h5.2L14 6h1.5A1.5 1.5 0 0 1 17 7.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14.5zM13 10.8a3 3 0 1 1-6 0 3 3 0 0 1 6 0z',
)
export const ClockIcon = /* @__PURE__ */ createLineIcon(
  'M17.5 10a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0zM10 5.5V10l3 2',
)
export const ShieldIcon = /* @__PURE__ */ createLineIcon(
  'M10 2.5 16.5 5v4.5c0 3.7-2.6 6.5-6.5 8-3.9-1.5-6.5-4.3-6.5-8V5zM7 10l2.2 2.2L13.2 8',
)
export const PhoneIcon = /* @__PURE__ */ createLineIcon(
  'M6.5 2.5h7A1.5 1.5 0 0 1 15 4v12a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 5 16V4a1.5 1.5 0 0 1 1.5-1.5zM9 14.8h2',
)
export const UploadIcon = /* @__PURE__ */ createLineIcon(
  'M10 13V3.5M6 7.2l4-3.7 4 3.7M3.5 12.5V15A1.5 1.5 0 0 0 5 16.5h10a1.5 1.5 0 0 0 1.5-1.5v-2.5',
)
export const DownloadIcon = /* @__PURE__ */ createLineIcon(
  'M10 3.5V13M6 9.3l4 3.7 4-3.7M3.5 13.5V15A1.5 1.5 0 0 0 5 16.5h10a1.5 1.5 0 0 0 1.5-1.5v-1.5',
)
export const TrashIcon = /* @__PURE__ */ createLineIcon(
  'M3.5 5.5h13M8 5.5V3.5h4v2M5.2 5.5l.7 11h8.2l.7-11M8.3 8.8l.2 4.7M11.7 8.8l-.2 4.7',
)
export const MailIcon = /* @__PURE__ */ createLineIcon('M2.5 4.5h15v11h-15zM3 6l7 5.5L17 6')
export const PrinterIcon = /* @__PURE__ */ createLineIcon(
  'M6 8V3h8v5M6 14H3.5V8h13v6H14M6 12h8v5H6z',
)
export const TruckIcon = /* @__PURE__ */ createLineIcon(
  'M4 14H2V5h9.5v9H8m3.5-6H15l3 3v3h-1.5m-3.5 0h-1.5M8 15a1.8 1.8 0 1 1-3.6 0A1.8 1.8 0 0 1 8 15zm8.5 0a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0z',
  'pointing',
)
export const CopyIcon = /* @__PURE__ */ createLineIcon('M7.5 7.5h9v9h-9zM4 12.5H3.5v-9h9V4')
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
