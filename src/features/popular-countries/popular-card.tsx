import { useTranslation } from 'next-i18next/pages'
import { useEffect, useState } from 'react'
import { callApi } from '@/client/api/api-client'
import { usePage } from '@/client/checkout/checkout-provider'
import { flagUrlOf } from '@/client/pickers/flags'
import type { Infer } from '@/contract/api-call'
import { readPopularCounts } from '@/contract/popular-countries'
import { formatCountryName } from '@/domain/data/country-names'
import { popularCountries } from '@/domain/data/popular-countries'
import { PopularCountries } from '@/ui/popular-countries'

const refreshIntervalMs = 300_000

/**
 * Countries that customers drive in or come from, with counts. Without the shop's main site there
 * are no pages to link to.
 */
export function PopularCard() {
  const { t } = useTranslation('driver-details')
  const { language, ownWords, settings } = usePage()
  const popularCounts = usePopularCounts(settings.apiKey)
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
        href: settings.siteUrl
          ? `${settings.siteUrl}/international-drivers-license-${slug}/`
          : undefined,
        count: formatCount(code),
        picture: flagUrlOf(code),
      }))}
      languageAttributes={ownWords}
      note={formatNote(popularCounts)}
    />
  )

  function formatNote(counts: PopularCounts | undefined) {
    if (!counts || Object.keys(counts.counts).length === 0) return undefined
    return counts.source === 'orders' ? t('popular.fromOrders') : t('popular.invented')
  }
}

type PopularCounts = Infer<typeof readPopularCounts.response>

/** The counts; without a response the card is shown without them. */
function usePopularCounts(apiKey: string): PopularCounts | undefined {
  const [counts, setCounts] = useState<PopularCounts>()
  useEffect(() => {
    const fetchCounts = () => callApi(readPopularCounts, apiKey).then(setCounts, () => undefined)
    void fetchCounts()
    const timer = setInterval(fetchCounts, refreshIntervalMs)
    return () => clearInterval(timer)
  }, [apiKey])
  return counts
}
