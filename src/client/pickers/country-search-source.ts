import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { flagUrlOf } from '@/client/pickers/flags'
import { sortVisitedFirst } from '@/client/pickers/returning-countries'
import { useTranslation } from '@/client/texts/use-translation'
import { searchCountries } from '@/domain/destinations/country-search'
import { isolateText } from '@/domain/input/isolate-text'

/**
 * Search of the country pickers. Loaded with them: the alternative names of 250 countries are
 * heavy.
 */
export const search: typeof searchCountries = (query, choices) => {
  const matches = searchCountries(query, choices)
  // With a typed query, relevance wins over earlier destinations.
  return query.trim() === '' ? sortVisitedFirst(matches) : matches
}

export const pictureOf = flagUrlOf

interface TextsProps {
  children: (texts: ReturnType<typeof buildTexts>) => ReactNode
}

/**
 * Texts of the country pickers; a page that shows one must be served with the namespace `pickers`.
 */
export const Texts = ({ children }: TextsProps) => children(buildTexts(useTranslation('pickers').t))

const buildTexts = (t: TFunction<'pickers'>) => ({
  list: t('list'),
  search: t('search'),
  found: (count: number) => t('found', { count }),
  none: (query: string) => t('none', { typed: isolateText(query) }),
  more: t('more'),
  close: t('close'),
  added: (name: string) => t('added', { name }),
  removed: (name: string) => t('removed', { name }),
  done: (number: number) => (number > 0 ? t('doneCount', { number }) : t('done')),
  remove: (name: string) => t('remove', { name }),
  unfinished: (query: string) => t('unfinished', { typed: isolateText(query) }),
})
