import { useTranslation } from 'next-i18next/pages'

/** What a country picker loads when it is used. */
export const loadCountries = () => import('@/client/pickers/country-search-source')

/** What a choice of several countries says before its picker is loaded. */
export function useMultiPickerTexts() {
  const { t } = useTranslation('pickers')
  return {
    add: t('add'),
    how: t('how'),
    chosen: t('chosen'),
    remove: (name: string) => t('remove', { name }),
  }
}
