import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { travelPrices } from '@/server/db/seeds/price-book'
import { translatedLanguages } from '@/server/texts/language'
import { loadTravelNames } from '@/server/texts/travel-item-names'

const codes = travelPrices.map(({ code }) => code)

interface Texts {
  items: Record<string, { name: string; about: string }>
}

const readTexts = (language: string): Texts =>
  JSON.parse(readFileSync(`public/locales/${language}/travel.json`, 'utf8'))

describe('travel items', () => {
  it('are 12 on sale and one that is not, with consecutive ids', () => {
    expect(travelPrices.map(({ id }) => id)).toEqual(travelPrices.map((_, index) => index + 1))
    expect(travelPrices.filter(({ is_active }) => is_active)).toHaveLength(12)
    expect(new Set(codes).size).toBe(codes.length)
  })

  it.each(translatedLanguages)(
    'have a name and a description in %s, without extra entries',
    language => {
      const { items } = readTexts(language)
      expect(Object.keys(items).sort()).toEqual([...codes].sort())
    },
  )

  it.each(translatedLanguages)('have the name of the texts in %s', async language => {
    const names = (await loadTravelNames()).get(language)
    for (const [code, { name }] of Object.entries(readTexts(language).items))
      expect(names?.get(code)).toBe(name)
  })

  it('each have a picture, and there are no other pictures', () => {
    expect(readdirSync('public/travel').sort()).toEqual(codes.map(code => `${code}.svg`).sort())
  })

  it.each(codes)('have a small picture without text, script or animation: %s', code => {
    const file = `public/travel/${code}.svg`
    expect(statSync(file).size).toBeLessThan(1_500)
    const drawing = readFileSync(file, 'utf8')
    expect(drawing).toMatch(/^<svg [^>]*viewBox="0 0 96 96"/)
    expect(drawing).not.toMatch(/<text|<script|<style|<image|href|\son\w+=|animate/)
  })
})
