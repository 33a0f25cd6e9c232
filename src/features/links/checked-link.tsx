import { useTranslation } from 'next-i18next/pages'
import type { CheckedLink, CheckedParameter } from '@/domain/links/link-check'
import { Group } from '@/ui/group'
import { Notice } from '@/ui/notice'
import { Tag } from '@/ui/tag'
import { TextField } from '@/ui/text-input'

/** Effect of a link: each of its parameters and the order that it starts. */
export function CheckedLinkView({ link, leadsTo, parameters, coupon, begins }: CheckedLink) {
  const { t } = useTranslation('links')
  if (leadsTo !== 'order') return <Notice tone="advice">{t(`result.${leadsTo}`)}</Notice>
  return (
    <Group heading={t('result.heading')}>
      <TextField name="result" label={t('result.link')} value={link} readOnly ltr />
      <p>
        <a href={link} target="_blank" rel="noopener" className="inline-flex min-h-11 items-center">
          {t('result.open')}
        </a>
      </p>
      {parameters.length === 0 ? (
        <p>{t('result.plain')}</p>
      ) : (
        <ul className="grid gap-4">
          {parameters.map(parameter => (
            <Parameter key={parameter.name} {...parameter} coupon={coupon} />
          ))}
        </ul>
      )}
      {begins && <OrderPreview {...begins} />}
    </Group>
  )
}

type ParameterProps = CheckedParameter & Pick<CheckedLink, 'coupon'>

function Parameter({ name, value, isTaken, says, words, coupon }: ParameterProps) {
  const { t } = useTranslation('links')
  const refusal = says === 'coupon' ? coupon : null
  return (
    <li className="grid gap-1 border-line border-t pt-3">
      <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <code className="break-all font-semibold" dir="ltr">
          {name}
        </code>
        <code className="break-all text-ink-2 text-sm" dir="ltr">
          {value}
        </code>
        <Tag tone={isTaken && !refusal ? 'soft' : 'bad'}>
          {isTaken && !refusal ? t('result.taken') : t('result.ignored')}
        </Tag>
      </span>
      <span>{refusal ? t(`couponSays.${refusal}`) : t(`says.${says}`, words)}</span>
    </li>
  )
}

function OrderPreview({ plan, coupon, currency, total }: NonNullable<CheckedLink['begins']>) {
  const { t } = useTranslation('links')
  const rows: [string, string][] = [
    [t('result.plan'), plan],
    [t('result.coupon'), coupon ?? t('result.noCoupon')],
  ]
  const price = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const
  if (total !== null)
    rows.push([t('result.total'), new Intl.NumberFormat('en', price).format(total)])
  return (
    <div className="grid gap-2 border-line border-t pt-3">
      <p className="font-semibold">{t('result.begins')}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
