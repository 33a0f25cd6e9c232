import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '@/commands/program'
import { translatedLanguages } from '@/server/texts/language'
import { stripComments } from './support/source-text'

type Texts = Record<string, string>

const locales = join(root, 'public/locales')
const languages = readdirSync(locales)
/** Namespaces of internal pages, which are English only. */
const internalNamespaces = ['links']
const namespaces = namespacesIn('en').filter(name => !internalNamespaces.includes(name))

function namespacesIn(language: string): string[] {
  return readdirSync(join(locales, language)).map(file => basename(file, '.json'))
}

/** A namespace's texts by full key, such as `steps.payment.title`. */
function textsOf(language: string, namespace: string): Texts {
  const file = join(locales, language, `${namespace}.json`)
  return flat(JSON.parse(readFileSync(file, 'utf8')))
}

function flat(texts: object, path = ''): Texts {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'object'
        ? Object.entries(flat(text, `${path}${key}.`))
        : [[path + key, text]],
    ),
  )
}

const formsOf = (language: string) =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories

const plural = /_(zero|one|two|few|many|other)$/

const isPlural = (key: string, english: Texts) =>
  plural.test(key) && `${key.replace(plural, '')}_other` in english

/** The keys a language needs: plurals have one key per plural form of the language. */
function keysIn(language: string, english: Texts): string[] {
  const keys = Object.keys(english).flatMap(key =>
    isPlural(key, english) ? formsOf(language).map(form => key.replace(plural, `_${form}`)) : [key],
  )
  return [...new Set(keys)].sort()
}

/**
 * The placeholders and tags of a text. Forms for zero, one and two may write the number as a word.
 */
function placesIn(text = '', { isCountFree = false } = {}): string[] {
  const found = text.match(/\{\{[^}]*\}\}|<\/?\w+>/g) ?? []
  return [...new Set(found)].filter(place => !(isCountFree && place === '{{count}}')).sort()
}

describe.each(languages)('a customer who reads %s', language => {
  it('has all namespaces translated', () => {
    const own = namespacesIn(language).filter(name => !internalNamespaces.includes(name))
    expect(own).toEqual(namespaces)
  })

  it.each(namespaces)('has a text for every key of %s', namespace => {
    const texts = textsOf(language, namespace)
    expect(Object.keys(texts).sort()).toEqual(keysIn(language, textsOf('en', namespace)))
    expect(Object.keys(texts).filter(key => !texts[key]?.trim())).toEqual([])
  })

  it.each(namespaces)('gets the same placeholders and tags in %s', namespace => {
    const english = textsOf('en', namespace)
    const differing = Object.entries(textsOf(language, namespace)).filter(([key, text]) => {
      const model = isPlural(key, english) ? key.replace(plural, '_other') : key
      const options = { isCountFree: isPlural(key, english) && /_(zero|one|two)$/.test(key) }
      return `${placesIn(text, options)}` !== `${placesIn(english[model], options)}`
    })
    expect(differing).toEqual([])
  })
})

/** Words that are the same in another language: names, symbols and shared words. */
const shared: Record<string, RegExp> = {
  cs: /^(Chat|Region \(oblast\))$/,
  da: /^(Format|Reference|Region \(oblast\)|Standard|Upload|Zoom|plan|{{title}}: upload)$/,
  de: /^(Code|Details|Extras|Format|In {{currency}}|Name|optional|Standard|Zoom)$/,
  es: /^(Error: {{title}}|Extras|Plan|Total)$/,
  fr: /^(Code|District|Extras|Format|Notifications|Photos|Province|Signature|Standard|Total|Urgent|Zoom)$/,
  hr: /^(Chat|Format|plan)$/,
  id: /^(Format|Total)$/,
  it: /^(Area|Chat|Email|Privacy|Standard)$/,
  ms: /^Format$/,
  nb: /^(Format|Region \(oblast\)|Standard|Zoom|plan)$/,
  nl: /^(Amber|Details|District|Postcode|Privacy|Zoom|was|{{step}} \(later\)|{{title}}: upload)$/,
  pl: /^Format$/,
  pt: /^(Chat|Extras|Total|extras)$/,
  ro: /^(Chat|District|Format|Standard|Total|Urgent|incl\. urgent {{amount}})$/,
  sk: /^Chat$/,
  sv: /^(Format|Region \(oblast\)|Standard|plan)$/,
  vi: /^(Email|Feet)$/,
}

/** Names that many languages share. */
const sharedNames = /^(Bali|Dubai|Eircode)$/

/** Nothing to translate: only placeholders, symbols and units. */
const isWordless = (text: string) => !/[a-z]/i.test(text.replace(/{{[^}]*}}|\b(cm|ft|in)\b/g, ''))

it.each(languages.filter(language => language !== 'en'))('no English is left in %s', language => {
  const left = namespaces.flatMap(namespace => {
    const english = textsOf('en', namespace)
    return Object.entries(textsOf(language, namespace))
      .filter(([key, text]) => text === english[key])
      .filter(([, text]) => !isWordless(text) && !sharedNames.test(text))
      .filter(([, text]) => !shared[language]?.test(text))
      .map(([key, text]) => `${namespace}:${key} ${text}`)
  })
  expect(left).toEqual([])
})

/** The text as the customer reads it: placeholders, tags and URLs become `0`. */
const readText = (text: string) => text.replace(/{{[^}]*}}|<\/?\w+>|https?:\/\/\S+/g, '0')

/** The quotation marks of a language, in the order in which they open and close. */
const quotes: Record<string, string> = {
  ar: '«»',
  bg: '„“',
  cs: '„“',
  da: '””',
  de: '„“',
  el: '«»',
  en: '“”',
  es: '“”',
  fa: '«»',
  fi: '””',
  fr: '«»',
  he: '״״',
  hi: '“”',
  hr: '„”',
  hu: '„”',
  id: '“”',
  it: '“”',
  ja: '「」',
  ko: '“”',
  lt: '„“',
  ms: '“”',
  nb: '«»',
  nl: '“”',
  pl: '„”',
  pt: '“”',
  ro: '„”',
  ru: '«»',
  sk: '„“',
  sv: '””',
  th: '“”',
  tr: '“”',
  uk: '«»',
  vi: '“”',
  zh: '“”',
}

const anyQuote = /["“”„‟«»‹›「」『』״]/g

/** Scripts of letters; a word is in one of them. */
const scripts = ['Latin', 'Cyrillic', 'Greek', 'Hebrew', 'Arabic', 'Thai', 'Devanagari'].map(
  script => new RegExp(`\\p{Script=${script}}`, 'u'),
)

/** Arabic writes “and” together with the next word. */
const isMixed = (word: string) =>
  scripts.filter(script => script.test(word.replace(/^و/, ''))).length > 1

const textFaults: Record<string, (text: string, language: string) => boolean> = {
  'its own quotation marks': (text, language) =>
    (text.match(anyQuote) ?? []).some(mark => !quotes[language]?.includes(mark)),
  'no typewriter apostrophe': text => text.includes("'"),
  'no word of two scripts': text => text.split(/[^\p{L}\p{M}]+/u).some(isMixed),
  'single spaces, and none before a sign': text => / {2}|\S [,;!?](?=\s|$)/.test(text),
}

describe.each(languages)('the typography of %s', language => {
  it.each(Object.entries(textFaults))('has %s', (_, isFault) => {
    const faults = namespaces.flatMap(namespace =>
      Object.entries(textsOf(language, namespace))
        .filter(([, text]) => isFault(readText(text), language))
        .map(([key, text]) => `${namespace}:${key} ${text}`),
    )
    expect(faults).toEqual([])
  })
})

/** French typography: which space goes before which sign, and the apostrophe. */
const frenchFaults: Record<string, RegExp> = {
  'a narrow no-break space before ; ! ? and %': /(?<!\u202f)[;!?%]/,
  'a no-break space before a colon': /(?<!\u00a0):/,
  'no-break spaces inside « »': /«(?!\u00a0)|(?<!\u00a0)»/,
  'no other space before any of them': /[ \t][;:!?%»]|« /,
  'its own apostrophe': /'/,
}

it.each(Object.entries(frenchFaults))('French has %s', (_, fault) => {
  const faults = namespaces.flatMap(namespace =>
    Object.entries(textsOf('fr', namespace))
      .filter(([, text]) => fault.test(readText(text)))
      .map(([key, text]) => `${namespace}:${key} ${text}`),
  )
  expect(faults).toEqual([])
})

/** English is American and short, as a checkout is written. */
const englishFaults: Record<string, RegExp> = {
  'American spelling and words':
    /\b(licences?|colours?|grey|tyres?|(centi)?metres?|neighbourhood|cancelled|recognise|expiry|tick(ed)?|parcel|working days?)\b/i,
  contractions:
    /\b(cannot|(is|are|was|were|do|does|did|has|have|can|could|will|would) not|(we|you) (are|will))\b/i,
  'the apostrophe ’': /'/,
  'plain words':
    /\b(stands|(is|are) here|counts|as has been|began|begins|told|go(es)? on|by (itself|themselves|ourselves)|retry|scripts)\b/i,
}

it.each(Object.entries(englishFaults))('English has %s', (_, fault) => {
  const faults = [...namespaces, ...internalNamespaces].flatMap(namespace =>
    Object.entries(textsOf('en', namespace))
      .filter(([, text]) => fault.test(readText(text)))
      .map(([key, text]) => `${namespace}:${key} ${text}`),
  )
  expect(faults).toEqual([])
})

it('a customer can choose exactly the translated languages', () => {
  expect([...translatedLanguages].sort()).toEqual([...languages].sort())
})

/**
 * The text keys a source uses, as `namespace:key`; the `useTranslation` above a key sets its
 * namespace.
 */
function keysUsedIn(source: string): string[] {
  let current = 'common'
  return [...stripComments(source).matchAll(uses)].flatMap(([, loaded, ...keys]) => {
    if (loaded !== undefined) current = /'([^']+)'/.exec(loaded)?.[1] ?? 'common'
    return keys.flatMap(key => (key ? [key.includes(':') ? key : `${current}:${key}`] : []))
  })
}

// useTranslation(…), then t('key'), t(question ? 'key' : 'other key') and i18nKey="key".
const uses = new RegExp(
  String.raw`\buseTranslation\(([^)]*)\)` +
    "|\\bt\\(\\s*(?:[^()'`,]*\\?\\s*)?['`]([^'`$]+)['`](?:\\s*:\\s*['`]([^'`$]+)['`])?" +
    '|\\bi18nKey="([^"]+)"',
  'g',
)

const written = new Set(
  [...namespaces, ...internalNamespaces].flatMap(namespace =>
    Object.keys(textsOf('en', namespace)).map(key => `${namespace}:${key}`),
  ),
)

const isMissing = (key: string) => !written.has(key) && !written.has(`${key}_other`)

const screens = ['src/features', 'src/layouts', 'src/pages'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => /(?<!\.test)\.tsx?$/.test(file))
    .map(file => join(folder, file)),
)

const mails = readdirSync(join(root, 'src/server/mails')).map(file =>
  join('src/server/mails', file),
)

/** Texts joined by code. Separators differ by language, so they belong in the texts. */
const joined =
  /\bjoin\('[.,:;]+ '\)|\$\{(?:t\([^`]*\)|title|text|name|label)\}[.,:;]? \(?\$\{|`[.,:;] \$\{|\bt\([^`{}]*\)[^`{}]*\}: /

/** A space between two texts, or after a colon: Japanese has none. */
const spaced = /\bt\([^\n]*\)\}(?: |\{' '\}\s*)(?:\{[^{}]*\bt\(|<\w)/

it.each([...screens, ...mails])('%s joins no texts with a sign or a space', file => {
  const source = stripComments(readFileSync(join(root, file), 'utf8'))
  expect(source.match(joined)?.[0]).toBeUndefined()
  expect(source.match(spaced)?.[0]).toBeUndefined()
})

it.each([
  "{t('first')} {t('second')}",
  "{t('first')}{' '}\n      {isFree ? t('second') : t('third')}",
  "{t('number', { count })} <b>{number}</b>",
])('a space between two texts is found in %j', source => {
  expect(spaced.test(source)).toBe(true)
})

it.each(screens)('every text key used in %s exists', file => {
  const source = readFileSync(join(root, file), 'utf8')
  expect(keysUsedIn(source).filter(isMissing)).toEqual([])
})

it.each([
  ["const { t } = useTranslation('plan')\nt('address.moon')", ['plan:address.moon']],
  ["useTranslation(['plan', 'common'])\nt('common:moon', { count })", ['common:moon']],
  ["useTranslation()\nt(isNew ? 'product' : 'moon')", ['common:moon']],
  ["useTranslation('plan')\nt('continue')\nuseTranslation('photos')\nt('moon')", ['photos:moon']],
  ['useTranslation(\'payment\')\n<Trans t={t} i18nKey="terms.moon" />', ['payment:terms.moon']],
  ["useTranslation('plan')\nt('years.title', { count })", []],
  ["useTranslation('plan')\n// t('moon')\nwait('moon')", []],
])('a missing text is found in %j', (source, missing) => {
  expect(keysUsedIn(source).filter(isMissing)).toEqual(missing)
})
