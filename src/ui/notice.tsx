import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/ui/class-names'
import { CheckBadgeIcon, ErrorBadgeIcon, InfoBadgeIcon, WarningIcon } from '@/ui/icons'

const TONES = {
  ok: { className: 'border-accent-line bg-accent-soft', Icon: CheckBadgeIcon },
  advice: { className: 'border-warn-line bg-warn-soft', Icon: WarningIcon },
  error: { className: 'border-bad-line bg-bad-soft', Icon: ErrorBadgeIcon },
  info: { className: 'border-line bg-paper', Icon: InfoBadgeIcon },
} as const

export type NoticeProps = Omit<ComponentProps<'div'>, 'title'> & {
  tone?: keyof typeof TONES
  title?: ReactNode
  /** Buttons or links below the text. */
  actions?: ReactNode
}

/** Pass `role="status"` or `role="alert"` if it appears after an action of the customer. */
export const Notice = ({
  tone = 'info',
  title,
  actions,
  className,
  children,
  ...props
}: NoticeProps) => {
  const { className: toneClasses, Icon } = TONES[tone]
  return (
    <div
      {...props}
      className={classNames(
        'flex flex-wrap gap-x-3 rounded-card border px-4 py-3.5',
        toneClasses,
        className,
      )}
    >
      <Icon className="mt-0.5 shrink-0" />
      {/* With large text, the text wraps below the icon. */}
      <div className="min-w-0 grow basis-[min-content]">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className={title ? 'text-ink-2 text-sm' : undefined}>{children}</div>}
        {actions && (
          <div className="flex flex-wrap items-center gap-x-4 pt-1 empty:hidden">{actions}</div>
        )}
      </div>
    </div>
  )
}

/** Advice of one line each, in one notice; nothing without advice. */
export const AdviceList = ({ texts }: { texts: readonly string[] }) =>
  texts.length > 0 && (
    <Notice tone="advice">
      {texts.map(text => (
        <p key={text} suppressHydrationWarning>
          {text}
        </p>
      ))}
    </Notice>
  )
