import { readFile } from 'node:fs/promises'
import { createInstance, type TFunction } from 'i18next'
import type { CurrencyCode } from '@/domain/data/currencies'
import { directionOf } from '@/domain/data/languages'
import { isolatedIn } from '@/domain/input/bidi'
import { formatPrice, type Minor } from '@/domain/pricing/money'
import { textFileOf, textLanguageOf } from '@/server/texts/language'

/** Everything a mail is written with, in one language. */
export interface Words {
  /** That of the texts: prices and dates follow the reader's own. */
  language: string
  dir: 'ltr' | 'rtl'
  /** Texts of `mails`, `thank-you` and `common`; values are put in as they are. */
  t: TFunction<typeof namespaces>
  price: (amount: Minor, currency: CurrencyCode) => string
  /** A label as it stands before its value, with the colon of the language and what comes behind that. */
  labelled: (label: string) => string
  /** Several lines in one: of an address, such as it is typed. */
  listed: (lines: string[]) => string
  /** Calendar days (`yyyy-mm-dd`), as the pages write them. */
  day: (day: string) => string
  range: (from: string, to: string) => string
}

const namespaces = ['mails', 'thank-you', 'common'] as const

const known = new Map<string, Promise<Words>>()

/** The words of a language; read from disk once, and again after a disk has failed. */
export function wordsIn(language: string): Promise<Words> {
  const words = known.get(language) ?? readWords(language)
  if (process.env.NODE_ENV === 'production') known.set(language, words)
  words.catch(() => known.delete(language))
  return words
}

async function readWords(reader: string): Promise<Words> {
  const language = textLanguageOf(reader)
  const texts = await Promise.all(
    namespaces.map(async namespace => {
      const file = await readFile(textFileOf(language, namespace), 'utf8')
      return [namespace, JSON.parse(file)]
    }),
  )
  const instance = createInstance()
  await instance.init({
    lng: language,
    fallbackLng: false,
    ns: namespaces,
    defaultNS: 'mails',
    // Texts and values are made safe for HTML where the HTML is written, all in one place.
    interpolation: { escapeValue: false },
    resources: { [language]: Object.fromEntries(texts) },
  })
  const locale = `${reader}-u-ca-gregory-nu-latn`
  const long = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const short = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const dir = directionOf(language)
  const t = instance.getFixedT(language, namespaces)
  const written = (text: string) => isolatedIn(dir, text, directionOf(reader))
  return {
    language,
    dir,
    t,
    price: (amount, currency) => formatPrice(amount, currency, reader),
    labelled: label => t('common:labelled', { label, value: '' }),
    listed: lines => lines.reduce((first, second) => t('common:listed', { first, second })),
    day: day => written(long.format(utc(day))),
    range: (from, to) => written(short.formatRange(utc(from), utc(to))),
  }
}

const utc = (day: string): Date => new Date(`${day}T00:00:00Z`)
