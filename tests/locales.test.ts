import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '@/commands/program'
import { translatedLanguages } from '@/server/texts/language'
import { internalNamespaces } from '@/server/texts/load-texts'
import { stripComments } from './support/source-text'

type Texts = Record<string, string>

const locales = join(root, 'public/locales')
const languages = readdirSync(locales)
const namespaces = namespacesIn('en').filter(name => !internalNamespaces.includes(name))

function namespacesIn(language: string): string[] {
  return readdirSync(join(locales, language)).map(file => basename(file, '.json'))
}

/** A namespace's texts by their whole keys, such as `steps.payment.title`. */
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

/** The keys a language needs: for each plural of English, one for every form the language knows. */
function keysIn(language: string, english: Texts): string[] {
  const keys = Object.keys(english).flatMap(key =>
    isPlural(key, english) ? formsOf(language).map(form => key.replace(plural, `_${form}`)) : [key],
  )
  return [...new Set(keys)].sort()
}

/** The placeholders and tags of a text. A form for none, one or two may say its number in words. */
function placesIn(text = '', { isCountFree = false } = {}): string[] {
  const found = text.match(/\{\{[^}]*\}\}|<\/?\w+>/g) ?? []
  return [...new Set(found)].filter(place => !(isCountFree && place === '{{count}}')).sort()
}

describe.each(languages)('a customer who reads %s', language => {
  it('is not shown English, or nothing, where other pages have texts', () => {
    const own = namespacesIn(language).filter(name => !internalNamespaces.includes(name))
    expect(own).toEqual(namespaces)
  })

  it.each(namespaces)('has a text for everything in %s', namespace => {
    const texts = textsOf(language, namespace)
    expect(Object.keys(texts).sort()).toEqual(keysIn(language, textsOf('en', namespace)))
    expect(Object.keys(texts).filter(key => !texts[key]?.trim())).toEqual([])
  })

  it.each(namespaces)('is told the same names, numbers and links in %s', namespace => {
    const english = textsOf('en', namespace)
    const differing = Object.entries(textsOf(language, namespace)).filter(([key, text]) => {
      const model = isPlural(key, english) ? key.replace(plural, '_other') : key
      const options = { isCountFree: isPlural(key, english) && /_(zero|one|two)$/.test(key) }
      return `${placesIn(text, options)}` !== `${placesIn(english[model], options)}`
    })
    expect(differing).toEqual([])
  })
})

/** Words that are the same in another language: names, signs, and words both languages have. */
const shared: Record<string, RegExp> = {
  es: /^(Bali|Eircode|Error: {{title}}|Extras|Plan|Total)$/,
  fr: /^(Bali|Code|District|Eircode|Extras|Format|Notifications|Photos|Province|Signature|Standard|Total|Urgent|Zoom)$/,
  de: /^(Bali|Code|Dubai|Eircode|Extras|Format|In {{currency}}|Name|optional|Standard|Zoom)$/,
}

/** Nothing to translate: placeholders, signs and units. */
const isWordless = (text: string) => !/[a-z]/i.test(text.replace(/{{[^}]*}}|\bcm\b/g, ''))

it.each(languages.filter(language => language !== 'en'))('no English is left in %s', language => {
  const left = namespaces.flatMap(namespace => {
    const english = textsOf('en', namespace)
    return Object.entries(textsOf(language, namespace))
      .filter(([key, text]) => text === english[key])
      .filter(([, text]) => !isWordless(text) && !shared[language]?.test(text))
      .map(([key, text]) => `${namespace}:${key} ${text}`)
  })
  expect(left).toEqual([])
})

/** Where a line may not end in French, and where nothing but such a space may stand. */
const frenchFaults: Record<string, RegExp> = {
  'a narrow no-break space before ; ! ? and %': /(?<!\u202f)[;!?%]/,
  'a no-break space before a colon': /(?<!\u00a0):/,
  'no-break spaces inside « »': /«(?!\u00a0)|(?<!\u00a0)»/,
  'no other space before any of them': /[ \t][;:!?%»]|« /,
  'its own apostrophe': /'/,
}

/** A text as it is read: without its places, tags and addresses. */
const readText = (text: string) => text.replace(/{{[^}]*}}|<\/?\w+>|https?:\/\/\S+/g, 'x')

it.each(Object.entries(frenchFaults))('French has %s', (_, fault) => {
  const faults = namespaces.flatMap(namespace =>
    Object.entries(textsOf('fr', namespace))
      .filter(([, text]) => fault.test(readText(text)))
      .map(([key, text]) => `${namespace}:${key} ${text}`),
  )
  expect(faults).toEqual([])
})

it('a customer can choose every language that is translated, and no other', () => {
  expect([...translatedLanguages].sort()).toEqual([...languages].sort())
})

/** The keys a source names in full, as `namespace:key`, by the `useTranslation` above each of them. */
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

const screens = ['src/features', 'src/pages'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => /(?<!\.test)\.tsx?$/.test(file))
    .map(file => join(folder, file)),
)

const mails = readdirSync(join(root, 'src/server/mails')).map(file =>
  join('src/server/mails', file),
)

/** Words that are joined in code: every language joins them with signs of its own, which are texts. */
const joined =
  /\bjoin\('[.,:;]+ '\)|\$\{(?:t\([^`]*\)|title|text|name|label)\}[.,:;]? \(?\$\{|`[.,:;] \$\{|\bt\([^`{}]*\)[^`{}]*\}: /

/** Japanese has no space between two texts, nor behind a colon. */
const spaced = /\bt\([^\n]*\)\}(?: |\{' '\}\s*)(?:\{[^{}]*\bt\(|<\w)/

it.each([...screens, ...mails])('no sign and no space between two texts stands in %s', file => {
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

it.each(screens)('every text that %s names is written', file => {
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
])('a text that nobody wrote is found in %j', (source, missing) => {
  expect(keysUsedIn(source).filter(isMissing)).toEqual(missing)
})
