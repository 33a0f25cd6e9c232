import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInstance, type TFunction } from 'i18next'
import type { CurrencyCode } from '@/domain/data/currencies'
import { directionOf } from '@/domain/data/languages'
import { formatDayRange, parseUtcDay } from '@/domain/dates/day-range'
import { isolateText } from '@/domain/input/isolate-text'
import { formatPrice, type Minor } from '@/domain/pricing/money'
import { textsFolder } from '@/server/texts/language'

/** Texts and formats of a mail, in one language. */
export interface MailTexts {
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
  /** A time (ISO) with its day in a time zone (IANA), which is named. */
  formatTime: (time: string, timeZone: string) => string
  /** The day of a time (ISO) in a time zone (IANA), which is named. */
  formatDayOfTime: (time: string, timeZone: string) => string
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

async function readMailTexts(language: string): Promise<MailTexts> {
  const texts = await Promise.all(
    namespaces.map(async namespace => {
      const file = await readFile(join(textsFolder, language, `${namespace}.json`), 'utf8')
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
  const locale = `${language}-u-ca-gregory-nu-latn`
  const longDate = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
  const shortDate = new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC' })
  const formatInZone = (time: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...day, ...options, timeZoneName: 'short' }).format(
      new Date(time),
    )
  const t = instance.getFixedT(language, namespaces)
  return {
    language,
    dir: directionOf(language),
    t,
    formatPrice: (amount, currency) => formatPrice(amount, currency, language),
    formatLabel: label => t('common:labelled', { label, value: '' }),
    joinLines: lines =>
      directLines(lines, directionOf(language)).reduce((first, second) =>
        t('common:listed', { first, second }),
      ),
    formatDay: day => longDate.format(parseUtcDay(day)),
    formatDayRange: (from, to) => formatDayRange(shortDate, from, to),
    formatDayOfTime: (time, timeZone) => formatInZone(time, { timeZone }),
    formatTime: (time, timeZone) =>
      formatInZone(time, { hour: 'numeric', minute: '2-digit', timeZone }),
  }
}

const directionMarks = { ltr: '\u200e', rtl: '\u200f' } as const

/**
 * Lines whose list has the language's direction although each has its own: a Latin name before an
 * Arabic street. Lines with one direction only are unchanged in a language written from the left.
 */
function directLines(lines: string[], dir: MailTexts['dir']): string[] {
  if (dir === 'ltr' && !lines.some(line => /[\p{sc=Arabic}\p{sc=Hebrew}]/u.test(line))) return lines
  const [first = '', ...rest] = lines.map(isolateText)
  return [directionMarks[dir] + first, ...rest]
}
