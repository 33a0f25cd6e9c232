import type { ReactNode } from 'react'
import { useTranslation } from '@/client/texts/use-translation'
import { findStep, type StepId } from '@/domain/checkout/steps'
import { Group } from '@/ui/group'
import { Link } from '@/ui/link'
import { VisuallyHidden } from '@/ui/visually-hidden'

interface ReviewGroupProps {
  heading: string
  children: ReactNode
}

type ChangeTarget =
  | {
      /** Step where these answers are given. */
      step: StepId
      /** Section of that step; omitted for its top. */
      anchor?: string
      /** What the link changes, for screen readers. */
      changeLabel: string
    }
  | {
      /** Another control that changes them. */
      side: ReactNode
    }

/** A group of answers with a link to change them. */
export function ReviewGroup({ heading, children, ...target }: ReviewGroupProps & ChangeTarget) {
  return (
    <Group heading={heading} side={'step' in target ? <ChangeLink {...target} /> : target.side}>
      <dl className="grid gap-x-4 gap-y-3 min-[360px]:grid-cols-[7.5rem_minmax(0,1fr)] sm:grid-cols-[11rem_minmax(0,1fr)]">
        {children}
      </dl>
    </Group>
  )
}

/** `from=review` in the URL makes the step return here. */
function ChangeLink({ step, anchor, changeLabel }: Extract<ChangeTarget, { step: StepId }>) {
  const { t } = useTranslation('review')
  return (
    <Link
      href={`${findStep(step).route}?from=review${anchor ? `#${anchor}` : ''}`}
      className="-my-3 inline-flex min-h-11 items-center text-base"
    >
      {t('change')}
      <VisuallyHidden>{` ${changeLabel}`}</VisuallyHidden>
    </Link>
  )
}

interface FactProps {
  label: ReactNode
  children: ReactNode
}

/** One answer, or the text for an omitted optional one. */
export function Fact({ label, children }: FactProps) {
  const { t } = useTranslation('review')
  return (
    <div className="min-[360px]:col-span-2 min-[360px]:grid min-[360px]:grid-cols-subgrid">
      <dt className="text-ink-2">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children || t('notProvided')}</dd>
    </div>
  )
}
