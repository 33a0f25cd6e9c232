import { useInitialVariant } from '@/client/checkout/use-variant'
import { useTranslation } from '@/client/texts/use-translation'
import { Group } from '@/ui/group'

/** The process in four steps, in one variant of an experiment (docs/product.md, Experiments). */
export function HowItWorks() {
  const { t } = useTranslation('plan')
  if (!useInitialVariant('HOW_IT_WORKS')) return null
  const steps = [t('how.details'), t('how.photos'), t('how.pay'), t('how.arrives')]
  return (
    // Hidden in the summary's sheet, which shows only the order.
    <Group heading={t('how.heading')} className="in-[dialog]:hidden">
      <ol className="grid gap-3">
        {steps.map((step, index) => (
          <li key={step} className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3">
            <span
              aria-hidden="true"
              className="grid size-[2rem] place-items-center rounded-full bg-accent-soft font-semibold text-accent-strong"
            >
              {index + 1}
            </span>
            <span className="pt-1">{step}</span>
          </li>
        ))}
      </ol>
    </Group>
  )
}
