import { describe, expect, it } from 'vitest'
import { countryOptions, destinationOptions, dialCodeOptions } from '@/client/pickers/option-lists'
import { addCountryNames } from '@/domain/data/country-names'

const korean = { language: 'ko' }

const readHtml = ({ dangerouslySetInnerHTML: { __html } }: ReturnType<typeof countryOptions>) =>
  __html

describe('country names in a list', () => {
  it('are in the page’s language', () => {
    const countries = readHtml(countryOptions(korean, 'Choose a country', 'it'))
    expect(countries).toContain('<option value="">Choose a country<')
    expect(countries).toContain('<option value="it" selected>이탈리아<')
    expect(readHtml(dialCodeOptions(korean, 'it'))).toContain(
      '<option value="it" selected>이탈리아 (',
    )
    expect(readHtml(destinationOptions(korean, value => value, ['it']))).toContain(
      '<option value="it" selected>it<',
    )
  })

  it('have no empty option without a label for it', () => {
    const countries = readHtml(countryOptions(korean, undefined, 'it'))
    expect(countries).not.toContain('<option value="">')
  })

  it('are only the selected one until the table is loaded', () => {
    addCountryNames('xx', { IT: 'Itxx' })
    const page = { language: 'xx' }
    expect(readHtml(countryOptions(page, undefined, 'it'))).toBe('<option value="it" selected>Itxx')
    expect(readHtml(countryOptions(page, 'Choose', ''))).toBe('<option value="" selected>Choose')
  })
})
