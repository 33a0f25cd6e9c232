import { useTranslation } from 'next-i18next/pages'
import { planIds } from '@/domain/catalog/plans'
import { findFlagMessage, flagNames, type LinkParts } from '@/domain/links/link-check'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { FieldRow } from '@/ui/field'
import { Fieldset } from '@/ui/fieldset'
import { Group } from '@/ui/group'
import { SelectField } from '@/ui/select'
import { TextField } from '@/ui/text-input'

export interface LinkFormsProps {
  given: string
  parts: LinkParts
}

/** The forms request this page again with their values in the query. */
const formAction = '/checkouts/links/'

/** One form checks an existing link, the other builds a new one. */
export function LinkForms({ given, parts }: LinkFormsProps) {
  const { t } = useTranslation('links')
  return (
    <>
      <Group heading={t('check.heading')}>
        <form action={formAction} className="grid gap-4">
          <TextField
            name="link"
            label={t('check.label')}
            hint={t('check.hint')}
            defaultValue={given}
            maxLength={8_000}
            ltr
          />
          <Button type="submit">{t('check.submit')}</Button>
        </form>
      </Group>
      <Group heading={t('make.heading')}>
        <form action={formAction} className="grid gap-5">
          <p>{t('make.lead')}</p>
          <PlanFields {...parts} />
          <OrderFields {...parts} />
          <FlagFields selectedFlags={parts.flags} />
          <TextField
            name="more"
            label={t('make.more')}
            hint={t('make.moreHint')}
            optionalLabel={t('make.optional')}
            defaultValue={parts.more}
            ltr
          />
          <Button type="submit">{t('make.submit')}</Button>
        </form>
      </Group>
    </>
  )
}

function PlanFields({ coupon, products, plan, urgent }: LinkParts) {
  const { t } = useTranslation('links')
  const optionalLabel = t('make.optional')
  return (
    <>
      <FieldRow>
        <TextField
          name="coupon"
          label={t('make.coupon')}
          defaultValue={coupon}
          optionalLabel={optionalLabel}
          ltr
        />
        <SelectField
          name="plan"
          label={t('make.plan')}
          defaultValue={plan}
          optionalLabel={optionalLabel}
        >
          <option value="">{t('make.planNone')}</option>
          {planIds.map(id => (
            <option key={id} value={id}>
              {t(`plans.${id}`)}
            </option>
          ))}
        </SelectField>
      </FieldRow>
      <FieldRow>
        <TextField
          name="products"
          label={t('make.products')}
          hint={t('make.productsHint')}
          defaultValue={products}
          optionalLabel={optionalLabel}
          ltr
        />
        <SelectField
          name="urgent"
          label={t('make.urgent')}
          defaultValue={urgent}
          optionalLabel={optionalLabel}
        >
          <option value="">{t('make.urgentNone')}</option>
          <option value="on">{t('make.urgentOn')}</option>
          <option value="off">{t('make.urgentOff')}</option>
        </SelectField>
      </FieldRow>
    </>
  )
}

function OrderFields({ destinations, userCountry }: LinkParts) {
  const { t } = useTranslation('links')
  const optionalLabel = t('make.optional')
  return (
    <FieldRow>
      <TextField
        name="destinations"
        label={t('make.destinations')}
        hint={t('make.destinationsHint')}
        defaultValue={destinations}
        optionalLabel={optionalLabel}
        ltr
      />
      <TextField
        name="userCountry"
        label={t('make.userCountry')}
        hint={t('make.userCountryHint')}
        defaultValue={userCountry}
        optionalLabel={optionalLabel}
        ltr
      />
    </FieldRow>
  )
}

function FlagFields({ selectedFlags }: { selectedFlags: string[] }) {
  const { t } = useTranslation('links')
  return (
    <Fieldset id="flags" legend={t('make.flags')}>
      {flagNames.map(flag => (
        <Checkbox
          key={flag}
          id={flag}
          name="flags"
          value={flag}
          defaultChecked={selectedFlags.includes(flag)}
          label={t(`says.${findFlagMessage(flag)}`)}
          hint={flag}
        />
      ))}
    </Fieldset>
  )
}
