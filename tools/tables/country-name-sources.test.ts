import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { countryCodes } from '@/domain/data/country-codes'
import { languages } from '@/domain/data/languages'
import { buildCountryNames, cldrVersion } from './country-name-sources'

const languageCodes = languages.map(({ code }) => code)

const readText = (language: string) => readFileSync(`./public/countries/${language}.json`, 'utf8')
const readTable = (language: string): Record<string, string> => JSON.parse(readText(language))

describe('the tables of country names', () => {
  it('are one for each language of the switcher', () => {
    const files = readdirSync('./public/countries').map(file => basename(file, '.json'))
    expect(files.sort()).toEqual([...languageCodes].sort())
  })

  it.each(languageCodes)('name every country in %s, each by a name of its own', language => {
    const table = readTable(language)
    expect(Object.keys(table).sort()).toEqual(countryCodes)
    const names = Object.values(table)
    expect(new Set(names).size).toBe(countryCodes.length)
    expect(names.filter(name => /^$|^[A-Z]{2}$|^\s|\s$/.test(name))).toEqual([])
  })

  it.each(languageCodes)('equal those built from the data of their version in %s', language => {
    // Another Node may have other data: a table changes when it is built, not when Node does.
    const hasSameData = process.versions['cldr'] === cldrVersion
    const built = hasSameData ? buildCountryNames(language, countryCodes) : readTable(language)
    expect(readText(language)).toBe(`${JSON.stringify(built, null, 2)}\n`)
  })
})
