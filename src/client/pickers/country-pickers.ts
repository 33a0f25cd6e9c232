import { useTranslation } from '@/client/texts/use-translation'

/** Loads a country picker's data on first use. */
export const loadCountries = () => import('@/client/pickers/country-search-source')

/** Texts of a multi-country picker needed before the picker is loaded. */
export function useMultiPickerTexts() {
  const { t } = useTranslation('pickers')
  return {
    add: t('add'),
    addAnother: t('addAnother'),
    how: t('how'),
    chosen: t('chosen'),
    remove: (name: string) => t('remove', { name }),
  }
}
