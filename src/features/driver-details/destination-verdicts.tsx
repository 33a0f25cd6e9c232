import type { MouseEvent } from 'react'
import { permitQuery } from '@/client/api/permit-queries'
import { useApi, useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { useAcknowledgements, usePermits } from '@/client/checkout/use-acknowledgements'
import { useCachedQuery } from '@/client/checkout/use-cached-query'
import { usePlanChange } from '@/client/checkout/use-permit-advice'
import { useDates } from '@/client/format/use-dates'
import { useDestinationName } from '@/client/format/use-destination-name'
import { optimisticState } from '@/client/store/checkout-store'
import type { DynamicT } from '@/client/texts/dynamic-translate'
import { useNamespace } from '@/client/texts/use-namespace'
import { useTranslation } from '@/client/texts/use-translation'
import type { PermitDetails } from '@/contract/permits'
import { findStep } from '@/domain/checkout/steps'
import { formatCountryName } from '@/domain/data/country-names'
import { resolveDestinationCountry } from '@/domain/data/destinations'
import {
  type KnownVerdict,
  listAcknowledgements,
  type Permit,
  verdictOf,
} from '@/domain/destinations/permit-verdict'
import { toDriverForm } from '@/domain/driver/driver-form'
import { residenceNoticeId } from '@/features/driver-details/driver-form'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'

interface VerdictsProps {
  destinations: readonly string[]
  errorOf: (field: string) => string | undefined
}

/** Permit rules of each destination; unknown destinations show nothing. */
export function Verdicts({ destinations, errorOf }: VerdictsProps) {
  const table = usePermits()
  const hasTexts = useNamespace('permits')
  if (!hasTexts) return null
  return (
    <>
      {destinations.map(id => {
        const permit = table.get(id)
        return permit && <Verdict key={id} permit={permit} errorOf={errorOf} />
      })}
      <PlanChanged />
    </>
  )
}

/** The destinations have changed the plan to one year: why, and the way back. */
function PlanChanged() {
  const { t } = useTranslation('permits')
  const change = usePlanChange()
  if (!change) return null
  const handleClick = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The button unmounts with its notice.
    const heading = currentTarget.closest('section')?.querySelector('h2')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
    change.restorePlan()
  }
  return (
    <Notice
      actions={
        <Button variant="link" wide={false} onClick={handleClick}>
          {t('planChanged.change')}
        </Button>
      }
    >
      <p suppressHydrationWarning>{t('planChanged.text', change)}</p>
    </Notice>
  )
}

/** `ok` for good news, `advice` for anything to know before buying. */
const tones = {
  accepted: 'ok',
  printed_only: 'ok',
  one_year_printed: 'advice',
  conditions: 'advice',
  not_recommended: 'advice',
  not_accepted: 'advice',
} as const

function Verdict({ permit, errorOf }: { permit: Permit; errorOf: VerdictsProps['errorOf'] }) {
  const { t } = useTranslation('permits')
  const { settings } = usePage()
  const nameOf = useDestinationName()
  const { day } = useDates()
  const verdict = verdictOf(permit) as KnownVerdict
  const textValues = { country: nameOf(permit.id), count: verdict.years }
  const isIssuingCountry = useIsIssuingCountry(permit)
  if (isIssuingCountry) return <Notice title={t('home', textValues)} />
  const sentence = (t as DynamicT)(verdict.sentence, textValues)
  return (
    <Notice
      tone={tones[verdict.kind]}
      title={hasCountryName(verdict) ? sentence : t('about', { ...textValues, sentence })}
    >
      {verdict.lines.map(line => (
        <p key={line}>{(t as DynamicT)(line, textValues)}</p>
      ))}
      {verdict.hasDetails && <Details id={permit.id} parts={['condition_using', 'description']} />}
      <p className="flex flex-wrap gap-x-3">
        {verdict.rulesDate && (
          <span suppressHydrationWarning>{t('checked', { date: day(verdict.rulesDate) })}</span>
        )}
        {verdict.link && settings.siteUrl && (
          <a href={settings.siteUrl + verdict.link}>{t('link', textValues)}</a>
        )}
      </p>
      <Acknowledgements permit={permit} country={textValues.country} errorOf={errorOf} />
    </Notice>
  )
}

/** Whether the licence was issued in this country. */
function useIsIssuingCountry({ id }: Permit): boolean {
  const licenceCountry = useCheckout(state => toDriverForm(optimisticState(state)).license_issued)
  return resolveDestinationCountry(id).toLowerCase() === licenceCountry
}

const hasCountryName = ({ kind }: KnownVerdict): boolean =>
  kind === 'not_accepted' || kind === 'not_recommended'

interface AcknowledgementsProps {
  permit: Permit
  country: string
  errorOf: VerdictsProps['errorOf']
}

/** Confirmations required before paying for a permit that is not accepted there. */
function Acknowledgements({ permit, country, errorOf }: AcknowledgementsProps) {
  const { t } = useTranslation('permits')
  const getCheckboxProps = useAcknowledgements()
  return listAcknowledgements([permit]).map(({ id, sentence }) => (
    <Checkbox
      key={id}
      {...getCheckboxProps(id)}
      label={(t as DynamicT)(sentence, { country })}
      error={errorOf(id)}
      className="pt-2 text-base text-ink"
    />
  ))
}

/** Another tab has advanced this order. */
export function AdvancedElsewhereNotice() {
  const { t } = useTranslation('driver-details')
  return (
    <Notice
      role="status"
      actions={<Link href={findStep('upload-photos').route}>{t('continue')}</Link>}
    >
      {t('ahead')}
    </Notice>
  )
}

interface ResidenceNoticeProps {
  /** Country of residence. */
  code: string
  from_: 'no' | 'yes_with_conditions'
  hasDetails: boolean
}

/**
 * Residents of this country get a permit on conditions or not at all: the reason and what to do.
 */
export function ResidenceNotice({ code, from_, hasDetails }: ResidenceNoticeProps) {
  const { t } = useTranslation('permits')
  const { language } = usePage()
  const hasTexts = useNamespace('permits')
  if (!hasTexts) return null
  const country = formatCountryName(code, language)
  return (
    <Notice
      id={residenceNoticeId}
      tabIndex={-1}
      tone="advice"
      title={t(`issuing.${from_}`, { country })}
    >
      {hasDetails && <Details id={code.toLowerCase()} parts={['condition_issuing']} />}
      <p>{t(`issuing.${from_}_line`)}</p>
    </Notice>
  )
}

interface DetailsProps {
  id: string
  parts: readonly (keyof PermitDetails)[]
}

/** CMS texts of a destination: served with the page, or fetched when it is selected. */
function Details({ id, parts }: DetailsProps) {
  const { permits } = usePage()
  const servedDetails = permits?.details[id]
  const { data } = useCachedQuery({ ...permitQuery(useApi(), id), enabled: !servedDetails })
  const details = servedDetails ?? data
  return parts.map(
    part =>
      details?.[part] && (
        <div
          key={part}
          className="grid gap-1 [overflow-wrap:anywhere] [&_li]:ms-5 [&_ol]:list-decimal [&_ul]:list-disc"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has cleaned it, and answers nothing else
          dangerouslySetInnerHTML={{ __html: details[part] }}
        />
      ),
  )
}
