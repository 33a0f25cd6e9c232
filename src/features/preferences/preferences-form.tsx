import { useTranslation } from 'next-i18next/pages'
import type { FormEvent } from 'react'
import { useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import type { StaticPageData } from '@/contract/page'
import { currencies } from '@/domain/data/currency-names'
import { languages } from '@/domain/data/languages'
import { ChoiceList } from '@/features/preferences/choice-list'
import { buildLanguageIndex } from '@/features/preferences/language-search'

export const preferencesFormId = 'preferences'

interface PreferencesFormProps {
  /** Path of the page to return to. */
  returnPath: string
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  /** With scripts the languages can be searched. */
  hasSearch?: boolean
}

/** Language and currency. The browser submits it, because the whole page changes. */
export function PreferencesForm({ returnPath, onSubmit, hasSearch }: PreferencesFormProps) {
  const { t } = useTranslation(['common', 'preferences'])
  const { language, ownWords } = usePage()
  const { currency } = useCheckoutState('currency')
  return (
    <form
      id={preferencesFormId}
      method="post"
      action="/checkouts/api/preferences/"
      className="grid gap-5"
      onSubmit={onSubmit}
    >
      <input type="hidden" name="back" value={returnPath} />
      <ChoiceList
        name="language"
        legend={t('preferences:language')}
        selectedValue={language}
        choices={useLanguageChoices()}
        searchLabel={hasSearch ? t('preferences:search') : undefined}
      />
      <ChoiceList
        name="currency"
        legend={t('preferences:currency')}
        selectedValue={currency}
        choices={currencyChoices(language, ownWords)}
      />
    </form>
  )
}

function useLanguageChoices() {
  const { t } = useTranslation(['common', 'preferences'])
  const { language, languages: translatedLanguages } = usePage()
  const languageIndex = buildLanguageIndex(language)
  return languages.map(({ code, name, ownName, dir }) => ({
    value: code,
    searchTerms: languageIndex.get(code),
    label: (
      <>
        <bdi lang={code} dir={dir}>
          {ownName}
        </bdi>
        {name !== ownName && (
          <span lang="en">
            {' – '}
            <bdi>{name}</bdi>
          </span>
        )}
        {!translatedLanguages.includes(code) && (
          <span className="block text-sm font-normal text-ink-2">
            {t('preferences:untranslated')}
          </span>
        )}
      </>
    ),
  }))
}

function currencyChoices(language: string, ownWords: StaticPageData['ownWords']) {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return currencies.map(({ code, sign, name }) => ({
    value: code,
    label: (
      // Browser and server may name a currency differently; the server's name stays.
      <span suppressHydrationWarning>
        <bdi>{sign}</bdi>
        {' – '}
        <bdi {...ownWords}>{language === 'en' ? name : names.of(code)}</bdi>
        {' – '}
        <bdi>{code}</bdi>
      </span>
    ),
  }))
}
