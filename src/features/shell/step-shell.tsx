import { useTranslation } from 'next-i18next/pages'
import type { ReactNode } from 'react'
import { usePrices } from '@/client/money'
import { useOnScreenKeyboard } from '@/client/on-screen-keyboard'
import { usePaidElsewhere } from '@/client/paid-elsewhere'
import { useCheckout, usePage } from '@/client/provider'
import { visibleQuote, visibleState } from '@/client/store'
import { canOpen, type StepId, stepById, stepByNumber, steps } from '@/domain/steps'
import { Frame } from '@/features/shell/frame'
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
  /** The language and currency button. */
  preferences: ReactNode
  /** The form the phone's sticky button sends, and what the button says. */
  action?: { form: string; label: string; busy?: boolean }
  children: ReactNode
}

/** Everything around a step: title, header, where the customer is, summary, footer. */
export function StepShell({ step: id, summary, preferences, action, children }: StepShellProps) {
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
        aside={summary}
        asideLabel={t('summary.heading')}
        phoneAside="below"
        stickyBar={
          action && (
            <StickyBar
              label={t('summary.total')}
              form={action.form}
              busy={action.busy ?? false}
              total={<Total />}
            >
              {action.label}
            </StickyBar>
          )
        }
      >
        {children}
      </PageLayout>
    </Frame>
  )
}

function Total() {
  const { t } = useTranslation('common')
  const quote = useCheckout(visibleQuote)
  const prices = usePrices(quote?.currency ?? 'USD')
  return (
    <>
      <span className="block text-ink-2 text-sm">{t('summary.total')}</span>
      <b className="text-lg">{quote ? prices.minor(quote.total) : '—'}</b>
    </>
  )
}

/** The customer is on one of five steps; the sixth is the end of them. */
const shownSteps = steps.slice(0, 5)

function Progress({ step: id }: { step: StepId }) {
  const { t } = useTranslation('common')
  const { today } = usePage()
  const state = useCheckout(visibleState)
  const current = stepById(id)
  const items = shownSteps.map(step => ({
    label: t(`steps.${step.id}.short`),
    ...itemState(step.number),
  }))

  function itemState(number: number) {
    if (number === current.number) return { state: 'current' as const }
    const step = stepByNumber(number)
    const isOpen = state.token !== '' && canOpen(step, state, today)
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
