import { usePage } from '@/client/checkout/checkout-provider'
import { usePermits } from '@/client/checkout/use-acknowledgements'
import { useDates } from '@/client/format/use-dates'
import { useDestinationName } from '@/client/format/use-destination-name'
import type { DynamicT } from '@/client/texts/dynamic-translate'
import { useTranslation } from '@/client/texts/use-translation'
import { resolveCountryPage } from '@/domain/destinations/country-page'
import {
  issuingVerdictOf,
  type KnownVerdict,
  verdictOf,
} from '@/domain/destinations/permit-verdict'
import { ButtonLink } from '@/ui/button'
import { Group } from '@/ui/group'
import { HtmlText } from '@/ui/html-text'
import { Notice } from '@/ui/notice'
import { PageLayout } from '@/ui/page-layout'

/** What a destination accepts; a shop with its own site links to the page there. */
export function CountryPage({ id }: { id: string }) {
  const { t } = useTranslation(['permits', 'legal'])
  const { settings } = usePage()
  const country = useDestinationName()(id)
  const verdict = verdictOf(usePermits().get(id))
  const sitePage =
    settings.siteUrl && verdict.kind !== 'unknown'
      ? resolveCountryPage(id, verdict.link, settings.siteUrl)
      : undefined
  return (
    <PageLayout title={<span suppressHydrationWarning>{t('link', { country })}</span>}>
      {sitePage && (
        <Notice actions={<a href={sitePage}>{t('legal:onSite.link')}</a>}>
          {t('legal:onSite.text')}
        </Notice>
      )}
      {verdict.kind !== 'unknown' && <Rules verdict={verdict} country={country} />}
      <ButtonLink href="/">{t('legal:toOrder')}</ButtonLink>
    </PageLayout>
  )
}

function Rules({ verdict, country }: { verdict: KnownVerdict; country: string }) {
  const { t } = useTranslation('permits')
  const translate = t as DynamicT
  const { permits } = usePage()
  const { day } = useDates()
  const { sentence, line } = issuingVerdictOf(usePermits().get(verdict.destination))
  const details = permits?.details[verdict.destination]
  const textValues = { country, count: verdict.years }
  return (
    <Group
      heading={<span suppressHydrationWarning>{translate(verdict.sentence, textValues)}</span>}
    >
      {verdict.lines.map(text => (
        <p key={text} suppressHydrationWarning>
          {translate(text, textValues)}
        </p>
      ))}
      {details?.condition_using && <HtmlText html={details.condition_using} />}
      {details?.description && <HtmlText html={details.description} />}
      {sentence && line && (
        <Notice
          tone="advice"
          title={<span suppressHydrationWarning>{translate(sentence, textValues)}</span>}
        >
          {details?.condition_issuing && <HtmlText html={details.condition_issuing} />}
          <p>{translate(line)}</p>
        </Notice>
      )}
      {verdict.rulesDate && (
        <p className="text-ink-2 text-sm" suppressHydrationWarning>
          {t('checked', { date: day(verdict.rulesDate) })}
        </p>
      )}
    </Group>
  )
}
