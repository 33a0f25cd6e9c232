import { useTranslation } from '@/client/texts/use-translation'
import { planIds } from '@/domain/catalog/plans'
import {
  type CheckedLink,
  type CheckedParameter,
  type CountedRejection,
  recentDays as days,
  findFlagMessage,
  flagNames,
  type LinkParts,
} from '@/domain/links/link-check'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { FieldRow } from '@/ui/field'
import { Fieldset } from '@/ui/fieldset'
import { Group } from '@/ui/group'
import { Notice } from '@/ui/notice'
import { SelectField } from '@/ui/select'
import { Tag } from '@/ui/tag'
import { TextField } from '@/ui/text-input'

interface LinkCheckerProps extends LinkFormsProps, RejectionsProps {
  checked: CheckedLink | null
}

/** Builds, explains and tests links; works without scripts. */
export function LinkChecker({ checked, rejections, ...formProps }: LinkCheckerProps) {
  return (
    <>
      {checked && <CheckedLinkView {...checked} />}
      <LinkForms {...formProps} />
      <Rejections rejections={rejections} />
    </>
  )
}

/** Effect of a link: each of its parameters and the order that it starts. */
function CheckedLinkView({ link, leadsTo, parameters, coupon, begins }: CheckedLink) {
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

interface RejectionsProps {
  rejections: CountedRejection[]
}

/** Rejected values of links that are already in print or in mails. */
function Rejections({ rejections }: RejectionsProps) {
  const { t } = useTranslation('links')
  return (
    <Group heading={t('rejected.heading')}>
      <p>{t('rejected.lead')}</p>
      {rejections.length === 0 ? (
        <p>{t('rejected.none', { days })}</p>
      ) : (
        <RejectionTable rejections={rejections} />
      )}
    </Group>
  )
}

function RejectionTable({ rejections }: RejectionsProps) {
  const { t } = useTranslation('links')
  const headClassName = 'py-2 font-semibold text-start'
  const numberClassName = 'py-2 ps-4 text-end tabular-nums'
  return (
    <table className="w-full">
      <thead>
        <tr className="border-line border-b">
          <th scope="col" className={headClassName}>
            {t('rejected.reason')}
          </th>
          <th scope="col" className={`${numberClassName} font-semibold`}>
            {t('rejected.today')}
          </th>
          <th scope="col" className={`${numberClassName} font-semibold`}>
            {t('rejected.lately', { days })}
          </th>
        </tr>
      </thead>
      <tbody>
        {rejections.map(({ reason, today, lately }) => (
          <tr key={reason} className="border-line border-b">
            <th scope="row" className="py-2 font-normal text-start">
              {t(`rejected.${reason}`)}
            </th>
            <td className={numberClassName}>{today}</td>
            <td className={numberClassName}>{lately}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface LinkFormsProps {
  given: string
  parts: LinkParts
}

/** The forms request this page again with their values in the query. */
const formAction = '/checkouts/links/'

/** One form checks an existing link, the other builds a new one. */
function LinkForms({ given, parts }: LinkFormsProps) {
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
          <OrderFields {...parts} />
          <FlagFields selectedFlags={parts.flags} />
          <PartField name="more" {...parts} />
          <Button type="submit">{t('make.submit')}</Button>
        </form>
      </Group>
    </>
  )
}

function OrderFields({ plan, urgent, ...parts }: LinkParts) {
  const { t } = useTranslation('links')
  const optionalLabel = t('make.optional')
  return (
    <>
      <FieldRow>
        <PartField name="coupon" {...parts} />
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
        <PartField name="products" {...parts} />
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
      <FieldRow>
        <PartField name="destinations" {...parts} />
        <PartField name="userCountry" {...parts} />
      </FieldRow>
    </>
  )
}

type TextParts = Pick<LinkParts, 'coupon' | 'products' | 'destinations' | 'userCountry' | 'more'>

/** A text of the link; all are optional, and all but the coupon need a hint. */
function PartField({ name, ...parts }: TextParts & { name: keyof TextParts }) {
  const { t } = useTranslation('links')
  return (
    <TextField
      name={name}
      label={t(`make.${name}`)}
      hint={name === 'coupon' ? undefined : t(`make.${name}Hint`)}
      defaultValue={parts[name]}
      optionalLabel={t('make.optional')}
      ltr
    />
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
