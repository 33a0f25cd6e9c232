import { useTranslation } from 'next-i18next/pages'
import type { ReactNode } from 'react'
import { type StepId, stepById } from '@/domain/steps'
import { Group } from '@/ui/group'
import { Link } from '@/ui/link'
import { VisuallyHidden } from '@/ui/visually-hidden'

interface ReviewGroupProps {
  heading: string
  /** Where these answers were given. */
  step: StepId
  /** What the link changes, for those who hear it alone. */
  changes: string
  children: ReactNode
}

/** Some answers, and the way back to where they can be changed. */
export function ReviewGroup({ heading, step, changes, children }: ReviewGroupProps) {
  const { t } = useTranslation('review')
  return (
    <Group
      heading={heading}
      side={
        <Link
          href={stepById(step).route}
          className="-my-3 inline-flex min-h-11 items-center text-base"
        >
          {t('change')}
          <VisuallyHidden>{` ${changes}`}</VisuallyHidden>
        </Link>
      }
    >
      <dl className="grid gap-x-4 gap-y-3 min-[360px]:grid-cols-[7.5rem_minmax(0,1fr)] sm:grid-cols-[11rem_minmax(0,1fr)]">
        {children}
      </dl>
    </Group>
  )
}

interface FactProps {
  label: string
  children: ReactNode
}

/** One answer; what the customer may leave out says so. */
export function Fact({ label, children }: FactProps) {
  const { t } = useTranslation('review')
  return (
    <div className="min-[360px]:col-span-2 min-[360px]:grid min-[360px]:grid-cols-subgrid">
      <dt className="text-ink-2">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children || t('notProvided')}</dd>
    </div>
  )
}
