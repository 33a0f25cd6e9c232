import { useTranslation } from 'next-i18next/pages'
import type { FormEvent } from 'react'
import { useCheckout, usePage } from '@/client/provider'
import { visibleState } from '@/client/store'
import { currencies } from '@/domain/data/currencies'
import { languages } from '@/domain/data/languages'
import { ChoiceList } from '@/features/preferences/choice-list'

export const preferencesFormId = 'preferences'

interface PreferencesFormProps {
  /** Where to go on afterwards. */
  back: string
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
}

/** Language and currency; the browser sends it by itself, because the whole page changes with it. */
export function PreferencesForm({ back, onSubmit }: PreferencesFormProps) {
  const { t } = useTranslation('common')
  const { language } = usePage()
  const { currency } = useCheckout(visibleState)
  return (
    <form
      id={preferencesFormId}
      method="post"
      action="/checkouts/api/preferences/"
      className="grid gap-5"
      onSubmit={onSubmit}
    >
      <input type="hidden" name="back" value={back} />
      <ChoiceList
        name="language"
        legend={t('preferences.language')}
        chosen={language}
        choices={useLanguageChoices()}
      />
      <ChoiceList
        name="currency"
        legend={t('preferences.currency')}
        chosen={currency}
        choices={currencyChoices(language)}
      />
    </form>
  )
}

function useLanguageChoices() {
  const { languages: translated } = usePage()
  return languages
    .filter(({ code }) => translated.includes(code))
    .map(({ code, name, ownName, dir }) => ({
      value: code,
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
        </>
      ),
    }))
}

function currencyChoices(language: string) {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return currencies.map(({ code, sign, name }) => ({
    value: code,
    label: (
      // The browser may know a currency by a newer name than the server; the served one stands.
      <span suppressHydrationWarning>
        <bdi>{sign}</bdi>
        {` – ${language === 'en' ? name : names.of(code)} – `}
        <bdi>{code}</bdi>
      </span>
    ),
  }))
}
