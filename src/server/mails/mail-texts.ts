import { readFile } from 'node:fs/promises'
import { createInstance, type TFunction } from 'i18next'
import type { CurrencyCode } from '@/domain/data/currencies'
import { directionOf } from '@/domain/data/languages'
import { formatDayRange, parseUtcDay } from '@/domain/dates/day-range'
import { isolateText } from '@/domain/input/bidi'
import { formatPrice, type Minor } from '@/domain/pricing/money'
import { resolveTextFile, resolveTextLanguage } from '@/server/texts/language'

/** Texts and formats of a mail, in one language. */
export interface MailTexts {
  /** The language of the texts; prices and dates follow the reader's language. */
  language: string
  dir: 'ltr' | 'rtl'
  /** Texts of `mails`, `thank-you` and `common`. Values are not escaped. */
  t: TFunction<typeof namespaces>
  formatPrice: (amount: Minor, currency: CurrencyCode) => string
  /** A label that precedes its value, with the language's colon and space. */
  formatLabel: (label: string) => string
  /** Joins lines, for example of an address. */
  joinLines: (lines: string[]) => string
  /** Calendar days (`yyyy-mm-dd`), formatted as on the pages. */
  formatDay: (day: string) => string
  formatDayRange: (from: string, to: string) => string
  /** A time (ISO) with its day, in UTC, which is named: the reader's time zone is not known. */
  formatTime: (time: string) => string
  /** The day of a time, with its zone. */
  formatDayOfTime: (time: string) => string
}

const namespaces = ['mails', 'thank-you', 'common'] as const

const textsByLanguage = new Map<string, Promise<MailTexts>>()

/** The texts of a language, cached in production; a failed read is repeated. */
export function loadMailTexts(language: string): Promise<MailTexts> {
  const texts = textsByLanguage.get(language) ?? readMailTexts(language)
  if (process.env.NODE_ENV === 'production') textsByLanguage.set(language, texts)
  texts.catch(() => textsByLanguage.delete(language))
  return texts
}

async function readMailTexts(readerLanguage: string): Promise<MailTexts> {
  const language = resolveTextLanguage(readerLanguage)
  const texts = await Promise.all(
    namespaces.map(async namespace => {
      const file = await readFile(resolveTextFile(language, namespace), 'utf8')
      return [namespace, JSON.parse(file)]
    }),
  )
  const instance = createInstance()
  await instance.init({
    lng: language,
    fallbackLng: false,
    ns: namespaces,
    defaultNS: 'mails',
    // Texts and values are escaped in one place, where the HTML is rendered.
    interpolation: { escapeValue: false },
    resources: { [language]: Object.fromEntries(texts) },
  })
  const locale = `${readerLanguage}-u-ca-gregory-nu-latn`
  const longDate = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const shortDate = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const timeOfDay = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  })
  const dayOfTime = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
    timeZoneName: 'short',
  })
  const dir = directionOf(language)
  const t = instance.getFixedT(language, namespaces)
  const isolate = (text: string) => isolateText(dir, text, directionOf(readerLanguage))
  return {
    language,
    dir,
    t,
    formatPrice: (amount, currency) => formatPrice(amount, currency, readerLanguage),
    formatLabel: label => t('common:labelled', { label, value: '' }),
    joinLines: lines => lines.reduce((first, second) => t('common:listed', { first, second })),
    formatDay: day => isolate(longDate.format(parseUtcDay(day))),
    formatDayRange: (from, to) => isolate(formatDayRange(shortDate, from, to)),
    formatDayOfTime: time => isolate(dayOfTime.format(new Date(time))),
    formatTime: time => isolate(timeOfDay.format(new Date(time))),
  }
}
