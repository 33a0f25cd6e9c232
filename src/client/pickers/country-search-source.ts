import { useTranslation } from 'next-i18next/pages'
import { flagOf } from '@/client/pickers/flags'
import { visitedFirst } from '@/client/pickers/returning-countries'
import { searchCountries } from '@/domain/destinations/country-search'

/** What the country pickers search with. Loaded with them: the other names of 250 countries are heavy. */
export const search: typeof searchCountries = (typed, choices) => {
  const found = searchCountries(typed, choices)
  // What is typed counts for more than where somebody was before.
  return typed.trim() === '' ? visitedFirst(found) : found
}

export const pictureOf = flagOf

/** The texts of the country pickers; a page that shows one is served with the namespace `pickers`. */
export function useTexts() {
  const { t } = useTranslation('pickers')
  return {
    list: t('list'),
    search: t('search'),
    found: (count: number) => t('found', { count }),
    none: (typed: string) => t('none', { typed: isolated(typed) }),
    more: t('more'),
    close: t('close'),
    added: (name: string) => t('added', { name }),
    removed: (name: string) => t('removed', { name }),
    done: t('done'),
    unfinished: (typed: string) => t('unfinished', { typed: isolated(typed) }),
  }
}

/** First strong isolate and its end: words of the other direction leave the sentence as it is. */
const isolated = (words: string): string => `\u2068${words}\u2069`
