import { useTranslation } from 'next-i18next/pages'
import type { Fields } from '@/features/plan/fields'
import { ChoiceCard } from '@/ui/choice-card'
import { ChoiceCards } from '@/ui/choice-cards'
import { Fieldset } from '@/ui/fieldset'
import { Group } from '@/ui/group'

const categories = ['physical', 'digital'] as const

/** Printed and digital, or digital alone. */
export function Format({ register, values }: Pick<Fields, 'register' | 'values'>) {
  const { t } = useTranslation('plan')
  return (
    <Group heading={t('format.heading')}>
      <Fieldset id="category" role="radiogroup" legend={t('format.heading')} legendHidden>
        <ChoiceCards columns="two">
          {categories.map(category => (
            <ChoiceCard
              {...register('category')}
              key={category}
              value={category}
              defaultChecked={values.category === category}
              title={t(`format.${category}.name`)}
            >
              {t(`format.${category}.text`)}
            </ChoiceCard>
          ))}
        </ChoiceCards>
      </Fieldset>
    </Group>
  )
}
