import { useTranslation } from 'next-i18next/pages'
import type { ReactNode } from 'react'
import { useOnScreenKeyboard } from '@/client/on-screen-keyboard'
import { usePaidElsewhere } from '@/client/paid-elsewhere'
import { useCheckout } from '@/client/provider'
import { visibleState } from '@/client/store'
import { type StepId, stepById, stepByNumber, steps } from '@/domain/steps'
import { Advantages } from '@/features/shell/advantages'
import { Frame } from '@/features/shell/frame'
import { TotalButton } from '@/features/shell/total-button'
import { ButtonLink } from '@/ui/button'
import { BackIcon } from '@/ui/icons'
import { PageLayout } from '@/ui/page-layout'
import { ProgressBar } from '@/ui/progress-bar'
import { StepBar } from '@/ui/step-bar'
import { StickyBar } from '@/ui/sticky-bar'

interface StepShellProps {
  step: StepId
  /** The order summary, beside the step or folded above its button. */
  summary: ReactNode
  /** Stands beside the step on a desktop in the place of what is good to know. */
  aside?: ReactNode
  /** The language and currency button. */
  preferences: ReactNode
  /** The form the phone's sticky button sends, and what the button says. */
  action?: {
    form: string
    label: string
    busy?: boolean
    /** Nobody can go on: the page says why, and there is no button. */
    isStopped?: boolean
  }
  children: ReactNode
}

/** Everything around a step: title, header, where the customer is, summary, footer. */
export function StepShell({
  step: id,
  summary,
  aside,
  preferences,
  action,
  children,
}: StepShellProps) {
  const { t } = useTranslation('common')
  const step = stepById(id)
  useOnScreenKeyboard()
  usePaidElsewhere(id)
  return (
    <Frame preferences={preferences} title={t(step.title)}>
      <Progress step={id} />
      <PageLayout
        title={t(step.heading)}
        lead={t(step.description)}
        aside={
          <>
            {summary}
            {aside}
            <Advantages className={aside ? 'lg:hidden' : undefined} />
          </>
        }
        asideLabel={t('summary.heading')}
        stickyBar={
          action && (
            <StickyBar
              label={t('summary.total')}
              form={action.isStopped ? undefined : action.form}
              busy={action.busy ?? false}
              total={<TotalButton summary={summary} />}
            >
              {action.label}
            </StickyBar>
          )
        }
      >
        {!action && (
          <div className="rounded-card border border-line bg-card px-4 py-2 lg:hidden print:hidden">
            <TotalButton summary={summary} />
          </div>
        )}
        {children}
      </PageLayout>
    </Frame>
  )
}

/** The customer is on one of five steps; the sixth is the end of them. */
const shownSteps = steps.slice(0, 5)

function Progress({ step: id }: { step: StepId }) {
  const { t } = useTranslation('common')
  const saved = useCheckout(visibleState)
  const current = stepById(id)
  const items = shownSteps.map(step => ({
    label: t(`steps.${step.id}.short`),
    ...itemState(step.number),
  }))

  function itemState(number: number) {
    if (number === current.number) return { state: 'current' as const }
    const step = stepByNumber(number)
    const isOpen = saved.token !== '' && number <= saved.step
    return isOpen ? { state: 'done' as const, href: step.route } : { state: 'later' as const }
  }

  const before = current.number > 1 ? stepByNumber(current.number - 1) : undefined
  return (
    <>
      <StepBar label={t('progress.label')} items={items} />
      <ProgressBar
        label={t('progress.label')}
        current={current.number}
        total={shownSteps.length}
        back={
          before && (
            <ButtonLink look="link" wide={false} href={before.route} icon={<BackIcon />}>
              {t('progress.back')}
            </ButtonLink>
          )
        }
      >
        {t('progress.where', { number: current.number, total: shownSteps.length })}{' '}
        <b>{t(`steps.${id}.short`)}</b>
      </ProgressBar>
    </>
  )
}
