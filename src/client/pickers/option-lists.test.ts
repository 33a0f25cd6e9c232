import { describe, expect, it } from 'vitest'
import { countryOptions, destinationOptions, dialCodeOptions } from '@/client/pickers/option-lists'
import { addCountryNames } from '@/domain/data/country-names'

const korean = { language: 'ko', ownWords: { lang: 'ko', dir: 'ltr' as const } }
const german = { language: 'de', ownWords: {} }

const readHtml = ({ dangerouslySetInnerHTML: { __html } }: ReturnType<typeof countryOptions>) =>
  __html

describe('country names in a list', () => {
  it('have a `lang` if the page’s texts are in another language', () => {
    const countries = readHtml(countryOptions(korean, 'Choose a country', 'it'))
    expect(countries).toContain('<option value="">Choose a country<')
    expect(countries).toContain('<option value="it" selected lang="ko">이탈리아<')
    expect(readHtml(dialCodeOptions(korean, 'it'))).toContain(
      '<option value="it" selected lang="ko">',
    )
    expect(readHtml(destinationOptions(korean, value => value, ['it']))).toContain(
      '<option value="it" selected lang="ko">',
    )
  })

  it('have no `lang` if the page is in their language', () => {
    const countries = readHtml(countryOptions(german, undefined, 'it'))
    expect(countries).toContain('<option value="it" selected>Italien<')
    expect(countries).not.toContain('lang')
  })

  it('are only the selected one until the table is loaded', () => {
    addCountryNames('xx', { IT: 'Itxx' })
    const page = { language: 'xx', ownWords: {} }
    expect(readHtml(countryOptions(page, undefined, 'it'))).toBe('<option value="it" selected>Itxx')
    expect(readHtml(countryOptions(page, 'Choose', ''))).toBe('<option value="" selected>Choose')
  })
})
