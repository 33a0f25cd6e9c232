import { useTranslation } from 'next-i18next/pages'
import { useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { listFormats } from '@/domain/catalog/plans'
import { DigitalRefusedNotices } from '@/features/plan/acceptance'
import type { Fields } from '@/features/plan/fields'
import { ChoiceCard } from '@/ui/choice-card'
import { ChoiceCards } from '@/ui/choice-cards'
import { Fieldset } from '@/ui/fieldset'
import { Group } from '@/ui/group'

/** Printed and digital, or digital alone, as far as the customer's link offers them. */
export function FormatChoice({ register, errorOf, values }: Fields) {
  const { t } = useTranslation('plan')
  const { productList } = useCheckoutState('productList')
  const { pickupPoints } = usePage()
  const formats = listFormats(productList)
  return (
    <Group heading={t('format.heading')}>
      <Fieldset id="category" role="radiogroup" legend={t('format.heading')} legendHidden>
        <ChoiceCards columns={formats.length > 1 ? 'two' : 'one'}>
          {formats.map(category => (
            <ChoiceCard
              {...register('category')}
              key={category}
              value={category}
              defaultChecked={values.category === category}
              title={t(`format.${category}.name`)}
            >
              {pickupPoints && category === 'physical'
                ? t('pickup.format')
                : t(`format.${category}.text`)}
            </ChoiceCard>
          ))}
        </ChoiceCards>
      </Fieldset>
      <DigitalRefusedNotices errorOf={errorOf} />
    </Group>
  )
}
