import { useTranslation } from '@/client/texts/use-translation'
import type { PhotoState } from '@/features/photos/photo-status'
import { classNames } from '@/ui/class-names'
import { CheckBadgeIcon, ErrorBadgeIcon, WarningIcon } from '@/ui/icons'
import { ClockIcon } from '@/ui/later-icons'
import { Spinner } from '@/ui/spinner'

const stateIcons = {
  none: null,
  checking: <Spinner className="size-4" />,
  waiting: <ClockIcon className="size-4" />,
  uploading: <Spinner className="size-4" />,
  offline: <ClockIcon className="size-4" />,
  failed: <ErrorBadgeIcon className="size-4" />,
  rejected: <ErrorBadgeIcon className="size-4" />,
  review: <WarningIcon className="size-4" />,
  added: <CheckBadgeIcon className="size-4" />,
}

const stateClassNames: Partial<Record<PhotoState, string>> = {
  added: 'text-accent-strong font-semibold',
  review: 'text-ink font-semibold',
  failed: 'text-bad font-semibold',
  rejected: 'text-bad font-semibold',
}

/** State of a photo as an icon and text. */
export function StateMark({ state, percent = 0 }: { state: PhotoState; percent?: number }) {
  const { t } = useTranslation('photos')
  return (
    <span
      className={classNames(
        'flex items-center gap-1.5 text-sm',
        stateClassNames[state] ?? 'text-ink-2',
      )}
    >
      {stateIcons[state]}
      {t(`state.${state}`, { percent })}
    </span>
  )
}
