import type { Campaign } from '@/domain/catalog/campaigns'

/** The deal of a season. */
export type Season = 'spring' | 'summer'

/** The season whose deal a checkout gets: spring's, or summer's with the campaign's link. */
export const seasonOf = (campaigns: readonly Campaign[]): Season =>
  campaigns.includes('summer_deal') ? 'summer' : 'spring'

/** The first and last day of each season, `mm-dd`. */
const seasons: Record<Season, [first: string, last: string]> = {
  spring: ['03-01', '05-31'],
  summer: ['06-01', '08-31'],
}

/** The last day of a season that `today` is in, both `yyyy-mm-dd`; null outside the season. */
export function findSeasonEnd(season: Season, today: string): string | null {
  const [first, last] = seasons[season]
  const day = today.slice('yyyy-'.length)
  return day >= first && day <= last ? today.replace(day, last) : null
}
