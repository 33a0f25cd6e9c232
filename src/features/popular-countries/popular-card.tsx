import { useTranslation } from 'next-i18next/pages'
import { useEffect, useState } from 'react'
import { send } from '@/client/api/api-client'
import { usePage } from '@/client/checkout/checkout-provider'
import { flagOf } from '@/client/pickers/flags'
import type { Infer } from '@/contract/call'
import { readPopularCounts } from '@/contract/popular-countries'
import { countryName } from '@/domain/data/country-names'
import { popularCountries } from '@/domain/data/popular-countries'
import { PopularCountries } from '@/ui/popular-countries'

/** SPEC 9: how often the numbers are asked for again. */
const refreshMs = 300_000

/** Countries others drive in or come from, with how many did. Without the shop's main site there is no page to link to. */
export function PopularCard() {
  const { t } = useTranslation('driver-details')
  const { language, ownWords, settings } = usePage()
  const told = useCounts(settings.apiKey)
  const countOf = (code: string) => {
    const number = told?.counts[code]
    if (!number) return undefined
    return told.source === 'orders' ? t('popular.atLeast', { number }) : String(number)
  }
  return (
    <PopularCountries
      heading={t('popular.heading')}
      countries={popularCountries.map(({ code, slug }) => ({
        name: countryName(code, language),
        href: settings.siteUrl
          ? `${settings.siteUrl}/international-drivers-license-${slug}/`
          : undefined,
        count: countOf(code),
        picture: flagOf(code),
      }))}
      ownWords={ownWords}
      note={noteOf(told)}
    />
  )

  function noteOf(counts: Counts | undefined) {
    if (!counts || Object.keys(counts.counts).length === 0) return undefined
    return counts.source === 'orders' ? t('popular.fromOrders') : t('popular.invented')
  }
}

type Counts = Infer<typeof readPopularCounts.answer>

/** The numbers; without an answer the card stands without them. */
function useCounts(apiKey: string): Counts | undefined {
  const [counts, setCounts] = useState<Counts>()
  useEffect(() => {
    const ask = () => send(readPopularCounts, apiKey).then(setCounts, () => undefined)
    void ask()
    const timer = setInterval(ask, refreshMs)
    return () => clearInterval(timer)
  }, [apiKey])
  return counts
}
