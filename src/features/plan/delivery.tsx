import type { ReactNode } from 'react'
import { usePage } from '@/client/checkout/checkout-provider'
import { loadPhoneRule } from '@/client/pickers/load-phone-rules'
import { useServerOptions } from '@/client/pickers/use-server-options'
import { useTranslation } from '@/client/texts/use-translation'
import { AddressFields } from '@/features/plan/address-fields'
import type { Fields } from '@/features/plan/plan-form'
import { FieldRow } from '@/ui/field'
import { Group } from '@/ui/group'
import { SelectField } from '@/ui/select'
import { TextField } from '@/ui/text-input'

interface DeliveryProps extends Fields {
  /** Country of the address. */
  country: string
  /** The courier's phone number is missing. */
  hasPhoneField: boolean
  /** Delivery methods, or pickup points. */
  methods: ReactNode
}

/** Delivery of a printed permit. CSS hides it for a digital one. */
export function Delivery({ country, hasPhoneField, methods, ...fields }: DeliveryProps) {
  const { t } = useTranslation(['plan', 'common'])
  const { pickupPoints } = usePage()
  const phone = hasPhoneField && <CourierPhone {...fields} />
  return (
    <Group id="delivery" heading={t(pickupPoints ? 'common:delivery.pickup' : 'delivery.heading')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 group-has-[[value=digital]:checked]/plan:hidden">
        {pickupPoints ? (
          <>
            {methods}
            {phone}
          </>
        ) : (
          <>
            <AddressFields {...fields} country={country} />
            {phone}
            {methods}
          </>
        )}
      </div>
      <p className="hidden group-has-[[value=digital]:checked]/plan:block">
        {t('delivery.notNeeded')}
      </p>
    </Group>
  )
}

/** Phone number for the courier, asked for here if it was left out before. */
function CourierPhone({ register, errorOf, values }: Fields) {
  const { t } = useTranslation('plan')
  const page = usePage()
  return (
    <FieldRow>
      <SelectField
        {...register('dialCode')}
        label={t('phone.dialCode')}
        autoComplete="tel-country-code"
        {...useServerOptions('dialCode', lists => lists.dialCodeOptions(page, values.dialCode))}
      />
      <TextField
        {...register('phone')}
        // Loaded on focus, so that the rule is available on blur.
        onFocus={() => void loadPhoneRule()}
        type="tel"
        inputMode="tel"
        ltr
        label={t('phone.label')}
        hint={t(page.pickupPoints ? 'pickup.phoneHint' : 'phone.hint')}
        error={errorOf('phone')}
        autoComplete="tel-national"
        defaultValue={values.phone}
      />
    </FieldRow>
  )
}
