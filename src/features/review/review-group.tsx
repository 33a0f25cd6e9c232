import type { ReactNode } from 'react'
import { useTranslation } from '@/client/texts/use-translation'
import { findStep, type StepId } from '@/domain/checkout/steps'
import { classNames } from '@/ui/class-names'
import { Group } from '@/ui/group'
import { Link } from '@/ui/link'
import { VisuallyHidden } from '@/ui/visually-hidden'

interface ChangeTarget {
  /** Step where these answers are given. */
  step: StepId
  /** Section of that step; omitted for its top. */
  anchor?: string
  /** What the link changes, for screen readers. */
  changeLabel: string
  /** Text of the link while there is nothing to change. */
  addLabel?: string | undefined
}

interface ReviewPartProps extends ChangeTarget {
  heading: string
  children: ReactNode
}

/** A card of answers with a link to change them. */
export const ReviewGroup = ({ heading, children, ...target }: ReviewPartProps) => (
  <Group heading={heading} side={<ChangeLink {...target} />}>
    {children}
  </Group>
)

/** A part of a card with a link of its own. */
export const ReviewPart = ({ heading, children, ...target }: ReviewPartProps) => (
  <div className="border-line border-t pt-4">
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 pb-2">
      <h3 className="font-semibold">{heading}</h3>
      <ChangeLink {...target} />
    </div>
    {children}
  </div>
)

/** `from=review` in the URL makes the step return here. */
function ChangeLink({ step, anchor, changeLabel, addLabel }: ChangeTarget) {
  const { t } = useTranslation('review')
  return (
    <Link
      href={`${findStep(step).route}?from=review${anchor ? `#${anchor}` : ''}`}
      className="-my-3 inline-flex min-h-11 items-center font-semibold text-base"
    >
      {addLabel ?? (
        <>
          {t('change')}
          <VisuallyHidden>{` ${changeLabel}`}</VisuallyHidden>
        </>
      )}
    </Link>
  )
}

/** Answers in two columns; in one where a column has no room for most answers. */
const factLayouts = {
  /** Short answers. */
  narrow:
    '@min-[16rem]:grid-cols-[fit-content(40%)_minmax(0,1fr)] @min-[16rem]:*:col-span-2 @min-[16rem]:*:grid @min-[16rem]:*:grid-cols-subgrid',
  wide: '@max-[24rem]:[&_dt]:text-sm @min-[24rem]:grid-cols-[fit-content(40%)_minmax(0,1fr)] @min-[24rem]:*:col-span-2 @min-[24rem]:*:grid @min-[24rem]:*:grid-cols-subgrid',
}

interface FactsProps {
  layout?: keyof typeof factLayouts
  children: ReactNode
}

export const Facts = ({ layout = 'narrow', children }: FactsProps) => (
  <div className="@container">
    <dl className={classNames('grid content-start gap-x-4 gap-y-2', factLayouts[layout])}>
      {children}
    </dl>
  </div>
)

interface FactProps {
  label: ReactNode
  /** The answer itself says what it is about. */
  labelHidden?: boolean
  children: ReactNode
}

/** One answer, or the text for an omitted optional one. */
export function Fact({ label, labelHidden, children }: FactProps) {
  const { t } = useTranslation('review')
  return (
    <div>
      <dt className={labelHidden ? 'sr-only' : 'text-ink-2'}>{label}</dt>
      <dd className={classNames('min-w-0 wrap-anywhere', labelHidden && 'col-span-2')}>
        {children || t('notProvided')}
      </dd>
    </div>
  )
}
