import { popularCountsQuery } from '@/client/api/popular-countries-queries'
import { useApi, usePage } from '@/client/checkout/checkout-provider'
import { useCachedQuery } from '@/client/checkout/use-cached-query'
import { flagUrlOf } from '@/client/pickers/flags'
import { useTranslation } from '@/client/texts/use-translation'
import type { Infer } from '@/contract/api-call'
import type { readPopularCounts } from '@/contract/popular-countries'
import { formatCountryName } from '@/domain/data/country-names'
import { popularCountries } from '@/domain/data/popular-countries'
import { resolveCountryPage, toCountryPath } from '@/domain/destinations/country-page'
import { PopularCountries } from '@/ui/popular-countries'

/** Countries that customers drive in or come from, with counts once they are known. */
export function PopularCard() {
  const { t } = useTranslation('driver-details')
  const { language, settings } = usePage()
  const { data: popularCounts } = useCachedQuery(popularCountsQuery(useApi()))
  const formatCount = (code: string) => {
    const number = popularCounts?.counts[code]
    if (!number) return undefined
    return popularCounts.source === 'orders' ? t('popular.atLeast', { number }) : String(number)
  }
  return (
    <PopularCountries
      heading={t('popular.heading')}
      countries={popularCountries.map(({ code, slug }) => ({
        name: formatCountryName(code, language),
        href: resolveCountryPage(code, toCountryPath(slug), settings.siteUrl),
        count: formatCount(code),
        picture: flagUrlOf(code),
      }))}
      note={formatNote(popularCounts)}
    />
  )

  function formatNote(counts: PopularCounts | undefined) {
    if (!counts || Object.keys(counts.counts).length === 0) return undefined
    return counts.source === 'orders' ? t('popular.fromOrders') : t('popular.invented')
  }
}

type PopularCounts = Infer<typeof readPopularCounts.response>
