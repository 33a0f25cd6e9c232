import { useTranslation } from 'next-i18next/pages'
import type { ReactNode } from 'react'
import { useDates } from '@/client/dates'
import { usePrices } from '@/client/money'
import { useCheckout, usePage } from '@/client/provider'
import { visibleState } from '@/client/store'
import { arrivalOf, type ShippingMethod, soonestFirst } from '@/domain/delivery'
import type { Fields } from '@/features/plan/fields'
import type { useShippingMethods } from '@/features/plan/shipping-methods'
import { Button } from '@/ui/button'
import { ChoiceCard } from '@/ui/choice-card'
import { ChoiceCards } from '@/ui/choice-cards'
import { Fieldset } from '@/ui/fieldset'
import { Notice } from '@/ui/notice'
import { Price } from '@/ui/price'
import { Skeleton } from '@/ui/skeleton'
import { VisuallyHidden } from '@/ui/visually-hidden'

type MethodsProps = Pick<Fields, 'register' | 'values'> & {
  country: string
  list: ReturnType<typeof useShippingMethods>
}

/** The ways to send the parcel, or why there are none to choose from. */
export function Methods({ country, list, ...fields }: MethodsProps) {
  const { t } = useTranslation('plan')
  const { methods, hasFailed, retry } = list
  if (methods && methods.length > 0) return <MethodCards {...fields} methods={methods} />
  if (country === '') return <Place>{t('methods.chooseCountry')}</Place>
  if (methods) {
    return (
      <Place>
        <Notice tone="advice" role="status">
          {t('methods.none')}
        </Notice>
      </Place>
    )
  }
  return <Place>{hasFailed ? <Failed retry={retry} /> : <Loading />}</Place>
}

/** What stands where the methods will be, under the same heading. */
function Place({ children }: { children: ReactNode }) {
  const { t } = useTranslation('plan')
  return (
    <div>
      <p className="pb-0.5 font-semibold">{t('methods.heading')}</p>
      <div className="pt-1">{children}</div>
    </div>
  )
}

function Failed({ retry }: { retry: () => void }) {
  const { t } = useTranslation('plan')
  return (
    <Notice
      tone="error"
      role="alert"
      actions={
        <Button look="link" onClick={retry}>
          {t('methods.retry')}
        </Button>
      }
    >
      {t('methods.failed')}
    </Notice>
  )
}

/** Three cards, as most countries have three methods: nothing moves when they come. */
function Loading() {
  const { t } = useTranslation('plan')
  return (
    <div role="status" className="grid gap-3">
      <VisuallyHidden>{t('methods.loading')}</VisuallyHidden>
      {['first', 'second', 'third'].map(row => (
        <Skeleton key={row} className="h-[80px] w-full" />
      ))}
    </div>
  )
}

function MethodCards({
  register,
  values,
  methods,
}: Pick<Fields, 'register' | 'values'> & { methods: ShippingMethod[] }) {
  const { t } = useTranslation('plan')
  return (
    <Fieldset id="shipping_method" role="radiogroup" legend={t('methods.heading')}>
      <ChoiceCards>
        {soonestFirst(methods).map(method => (
          <ChoiceCard
            {...register('shipping_method')}
            key={method.code}
            value={method.code}
            defaultChecked={values.shipping_method === method.code}
            title={method.name}
            price={<MethodPrice method={method} />}
          >
            <Arrival method={method} />
          </ChoiceCard>
        ))}
      </ChoiceCards>
    </Fieldset>
  )
}

function MethodPrice({ method }: { method: ShippingMethod }) {
  const { t } = useTranslation('common')
  const { currency, coupon } = useCheckout(visibleState)
  const price = usePrices(currency).major(method.price)
  if (!coupon?.free_shipping) return <Price amount={price} />
  return <Price wasFirst amount={t('delivery.free')} was={price} wasLabel={t('plan.price')} />
}

function Arrival({ method }: { method: ShippingMethod }) {
  const { t } = useTranslation('plan')
  const { today } = usePage()
  const { range } = useDates()
  const { from, to } = arrivalOf(method, today)
  return <span suppressHydrationWarning>{t('methods.arrives', { dates: range(from, to) })}</span>
}
