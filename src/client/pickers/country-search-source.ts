import { useTranslation } from 'next-i18next/pages'
import { flagUrlOf } from '@/client/pickers/flags'
import { sortVisitedFirst } from '@/client/pickers/returning-countries'
import { searchCountries } from '@/domain/destinations/country-search'

/** What the country pickers search with. Loaded with them: the other names of 250 countries are heavy. */
export const search: typeof searchCountries = (query, choices) => {
  const matches = searchCountries(query, choices)
  // What is typed counts for more than where somebody was before.
  return query.trim() === '' ? sortVisitedFirst(matches) : matches
}

export const pictureOf = flagUrlOf

/** The texts of the country pickers; a page that shows one is served with the namespace `pickers`. */
export function useTexts() {
  const { t } = useTranslation('pickers')
  return {
    list: t('list'),
    search: t('search'),
    found: (count: number) => t('found', { count }),
    none: (query: string) => t('none', { typed: isolateText(query) }),
    more: t('more'),
    close: t('close'),
    added: (name: string) => t('added', { name }),
    removed: (name: string) => t('removed', { name }),
    done: t('done'),
    unfinished: (query: string) => t('unfinished', { typed: isolateText(query) }),
  }
}

/** First strong isolate and its end: words of the other direction leave the sentence as it is. */
const isolateText = (text: string): string => `\u2068${text}\u2069`
