import { permitQuery } from '@/client/api/permit-queries'
import { useApi, useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { useAcknowledgements, usePermits } from '@/client/checkout/use-acknowledgements'
import { useCachedQuery } from '@/client/checkout/use-cached-query'
import { useDates } from '@/client/format/use-dates'
import { useDestinationName } from '@/client/format/use-destination-name'
import { usePlanChange } from '@/client/format/use-plan-change'
import { optimisticState } from '@/client/store/checkout-store'
import type { DynamicT } from '@/client/texts/dynamic-translate'
import { useNamespace } from '@/client/texts/use-namespace'
import { useTranslation } from '@/client/texts/use-translation'
import type { PermitDetails } from '@/contract/permits'
import { isLicenceEnough } from '@/domain/checkout/residence'
import { findStep } from '@/domain/checkout/steps'
import { formatCountryName } from '@/domain/data/country-names'
import { resolveDestinationCountry } from '@/domain/data/destinations'
import { resolveCountryPage } from '@/domain/destinations/country-page'
import {
  findPermits,
  type KnownVerdict,
  listAcknowledgements,
  type Permit,
  verdictOf,
} from '@/domain/destinations/permit-verdict'
import { toDriverForm } from '@/domain/driver/driver-form'
import { residenceNoticeId } from '@/features/driver-details/driver-form'
import { Checkbox } from '@/ui/checkbox'
import { classNames } from '@/ui/class-names'
import { HtmlText } from '@/ui/html-text'
import { CheckBadgeIcon, ChevronDownIcon, InfoBadgeIcon, WarningIcon } from '@/ui/icons'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { UndoNotice } from '@/ui/undo-notice'

interface VerdictsProps {
  destinations: readonly string[]
  errorOf: (field: string) => string | undefined
}

/** Permit rules, one line for each destination; unknown destinations show nothing. */
export function Verdicts({ destinations, errorOf }: VerdictsProps) {
  const table = usePermits()
  const hasTexts = [useNamespace('permits'), useNamespace('permit-notes')].every(Boolean)
  const planChange = usePlanChange()
  const permits = findPermits(table, destinations)
  if (!hasTexts || permits.length === 0) return null
  return (
    <div className="grid gap-3">
      <ul
        className={classNames(
          'rounded-card border px-3 py-1.5 lg:px-4',
          permits.some(needsAdvice) ? 'border-line bg-paper' : 'border-accent-line bg-accent-soft',
        )}
      >
        {permits.map(permit => (
          <li key={permit.id}>
            <Verdict permit={permit} errorOf={errorOf} />
          </li>
        ))}
      </ul>
      {planChange && <UndoNotice {...planChange} />}
    </div>
  )
}

/** Advice is anything to know before buying. */
const icons = {
  accepted: CheckBadgeIcon,
  printed_only: CheckBadgeIcon,
  one_year_printed: CheckBadgeIcon,
  home: InfoBadgeIcon,
  conditions: WarningIcon,
  not_recommended: WarningIcon,
  not_accepted: WarningIcon,
} as const

/** The accent's tint would approve a destination that has a warning. */
const needsAdvice = (permit: Permit): boolean => {
  const { kind } = verdictOf(permit)
  return kind !== 'unknown' && icons[kind] === WarningIcon
}

function Verdict({ permit, errorOf }: { permit: Permit; errorOf: VerdictsProps['errorOf'] }) {
  const { t } = useTranslation('permits')
  const nameOf = useDestinationName()
  const verdict = verdictOf(permit) as KnownVerdict
  const kind = useIsLicenceEnough(permit) ? 'home' : verdict.kind
  const country = nameOf(permit.id)
  const Icon = icons[kind]
  const line = (
    <>
      <Icon className="shrink-0" />
      <span className="min-w-0">
        <b>{t('brief.country', { country })}</b>
        {(t as DynamicT)(`brief.${kind}`, { count: verdict.years })}
      </span>
    </>
  )
  return (
    <>
      {kind === 'home' ? (
        <p className="flex min-h-9 items-center gap-2 py-1.5 text-sm">{line}</p>
      ) : (
        // What has to be confirmed is read first.
        <details open={kind === 'not_accepted'} className="group">
          <summary className="flex min-h-9 list-none items-center gap-2 py-1.5 text-sm">
            {line}
            <ChevronDownIcon className="ms-auto size-4 text-ink-2 transition-transform duration-150 group-open:rotate-180" />
          </summary>
          <VerdictDetails verdict={verdict} country={country} />
        </details>
      )}
      {kind !== 'home' && <Acknowledgements permit={permit} country={country} errorOf={errorOf} />}
    </>
  )
}

/** Why, what to carry, and where to read more. */
function VerdictDetails({ verdict, country }: { verdict: KnownVerdict; country: string }) {
  const { t } = useTranslation('permits')
  const { settings } = usePage()
  const { day } = useDates()
  const textValues = { country, count: verdict.years }
  const lines = verdict.kind === 'conditions' ? [verdict.sentence, ...verdict.lines] : verdict.lines
  const page = resolveCountryPage(verdict.destination, verdict.link, settings.siteUrl)
  return (
    <div className="grid gap-1 ps-7 pb-2 text-ink-2 text-sm">
      {lines.map(line => (
        <p key={line}>{(t as DynamicT)(line, textValues)}</p>
      ))}
      {verdict.hasDetails && (
        <Details id={verdict.destination} parts={['condition_using', 'description']} />
      )}
      <p className="flex flex-wrap gap-x-3">
        {verdict.rulesDate && (
          <span suppressHydrationWarning>{t('checked', { date: day(verdict.rulesDate) })}</span>
        )}
        {page && <a href={page}>{t('link', { country })}</a>}
      </p>
    </div>
  )
}

/** Whether the customer needs no permit there. */
function useIsLicenceEnough({ id }: Permit): boolean {
  const licenceCountry = useCheckout(state => toDriverForm(optimisticState(state)).license_issued)
  return isLicenceEnough(licenceCountry, resolveDestinationCountry(id))
}

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
      className="ps-7 pb-2 text-base text-ink"
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
  return parts.map(part => details?.[part] && <HtmlText key={part} html={details[part]} />)
}
