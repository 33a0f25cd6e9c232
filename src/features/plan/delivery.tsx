import dynamic from 'next/dynamic'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCheckoutState, useCheckoutStore, usePage } from '@/client/checkout/checkout-provider'
import { useServerOptions } from '@/client/checkout/use-server-options'
import { loadPhoneRule } from '@/client/pickers/load-phone-rules'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { listParcelIssuesForFormat } from '@/domain/address/address-rules'
import { tripStartRange } from '@/domain/checkout/trip-start'
import { isPhoneMissing } from '@/domain/phone/phone-rules'
import { AddressFields } from '@/features/plan/address-fields'
import { useAddressFormat } from '@/features/plan/address-formats'
import type { Fields } from '@/features/plan/plan-form'
import { FieldRow } from '@/ui/field'
import { PinIcon } from '@/ui/later-icons'
import { SelectField } from '@/ui/select'
import { TextField } from '@/ui/text-input'

// Lazy: only a customer who comes back has an address.
const KnownAddress = dynamic(() =>
  import('@/features/plan/lazy-known-address').then(({ KnownAddress }) => KnownAddress),
)

// Lazy: few numbers have another country's calling code.
const DialCodeOffer = dynamic(() =>
  import('@/features/plan/lazy-dial-code-offer').then(({ DialCodeOffer }) => DialCodeOffer),
)

/** Id of the delivery's section. */
export const deliveryId = 'delivery'

interface DeliveryProps extends Fields {
  /** Country of the address. */
  country: string
  /** Delivery methods, or pickup points. */
  methods: ReactNode
}

/** Heading of the delivery's section. */
export function useDeliveryHeading(): string {
  const { t } = useTranslation(['plan', 'common'])
  return t(usePage().pickupPoints ? 'common:delivery.pickup' : 'delivery.heading')
}

/** Delivery of a printed permit. CSS hides it for a digital one. */
export function Delivery({ country, methods, ...fields }: DeliveryProps) {
  const { t } = useTranslation('plan')
  const { pickupPoints } = usePage()
  const tripStart = <TripStart {...fields} />
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 group-has-[[value=digital]:checked]/plan:hidden">
        {pickupPoints ? (
          <>
            {tripStart}
            {methods}
            <CourierPhone {...fields} />
          </>
        ) : (
          <>
            <Address {...fields} country={country} />
            <hr className="border-line" />
            {tripStart}
            {methods}
          </>
        )}
      </div>
      <p className="hidden group-has-[[value=digital]:checked]/plan:block">
        {t('delivery.notNeeded')}
      </p>
    </>
  )
}

/** The address and the courier's phone number: as text if they are known, else asked for. */
function Address({ country, ...fields }: Fields & { country: string }) {
  const { t } = useTranslation('plan')
  const isAnswered = useIsDeliveryAnswered(country)
  const { shipping } = useCheckoutState('shipping')
  const [isSubmitted] = useState(shipping.id !== null)
  const isKnown = isAnswered && isSubmitted
  const [isOpen, setOpen] = useState(!isKnown)
  const line = useRef<HTMLDetailsElement>(null)
  const hasError = addressControls.some(name => fields.errorOf(name) !== undefined)

  // The review's link has asked for the fields already.
  useEffect(() => {
    if (line.current && location.hash === `#${deliveryId}`) line.current.open = true
  }, [])

  const handleToggle = (details: HTMLDetailsElement) => {
    setOpen(details.open)
    // The pressed line is gone: the focus moves to the first field.
    const isFocusLost = [document.body, details.firstElementChild].includes(document.activeElement)
    if (isKnown && details.open && isFocusLost) details.querySelector('select')?.focus()
  }
  return (
    <details
      ref={line}
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => handleToggle(currentTarget)}
      className="group/address"
    >
      <summary className="flex list-none items-start gap-3 rounded-control group-open/address:hidden">
        {isKnown && (
          <>
            <PinIcon className="size-6 text-accent" />
            <span className="min-w-0 grow">
              <KnownAddress />
            </span>
          </>
        )}
        <span className="-my-2.5 inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-3 hover:text-accent-strong">
          {t('delivery.change')}
        </span>
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <AddressFields {...fields} country={country} />
        <CourierPhone {...fields} />
      </div>
    </details>
  )
}

/** Fields whose errors open the address. */
const addressControls = [
  ...['country', 'first_name', 'last_name', 'address', 'street_number', 'address_2', 'city'],
  ...['state', 'postcode', 'phone'],
]

/** Whether the page opened with everything that a delivery needs. */
export function useIsDeliveryAnswered(country: string): boolean {
  const store = useCheckoutStore()
  const format = useAddressFormat(country)
  const [isAnswered] = useState(() => {
    const state = optimisticState(store.getState())
    const { shipping } = state
    return (
      shipping.country === country &&
      listParcelIssuesForFormat(state, shipping, format).length === 0 &&
      !isPhoneMissing(state)
    )
  })
  return isAnswered
}

/** Phone number for the courier, or for the pickup point. */
function CourierPhone({ register, fill, errorOf, adviceAbout, values }: Fields) {
  const { t } = useTranslation('plan')
  const page = usePage()
  const offeredCountry = adviceAbout('phone')?.detail
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
        note={
          <span role="status">
            {offeredCountry && (
              <DialCodeOffer
                country={offeredCountry}
                onAccept={() => fill({ dialCode: offeredCountry })}
              />
            )}
          </span>
        }
        autoComplete="tel-national"
        defaultValue={values.phone}
      />
    </FieldRow>
  )
}

/** Optional: the methods then show whether they arrive in time. */
function TripStart({ register, errorOf, values }: Fields) {
  const { t } = useTranslation(['plan', 'common'])
  const { today } = usePage()
  const { earliest, latest } = tripStartRange(today)
  return (
    <div className="sm:max-w-80">
      <TextField
        {...register('trip_start')}
        type="date"
        min={earliest}
        max={latest}
        label={t('trip.start')}
        optionalLabel={t('common:optional')}
        error={errorOf('trip_start')}
        defaultValue={values.trip_start}
      />
    </div>
  )
}
