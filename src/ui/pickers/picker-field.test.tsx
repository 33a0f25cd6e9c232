import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { MultiPickerField } from '@/ui/pickers/multi-picker-field'
import { PickerField } from '@/ui/pickers/picker-field'
import { readTypedWord } from '@/ui/pickers/use-picker-state'

const html = renderToStaticMarkup

const options = (...selected: string[]) => ({
  dangerouslySetInnerHTML: {
    __html: ['it', 'fr']
      .map(code => `<option value="${code}"${selected.includes(code) ? ' selected' : ''}>${code}`)
      .join(''),
  },
})

const load = () => Promise.reject(new Error('Nothing is loaded before somebody uses the field.'))

describe('a picker before hydration', () => {
  const field = html(
    <PickerField
      name="country"
      label="Country"
      hint="As on your licence"
      error="Choose a country"
      autoComplete="country"
      chosen="fr"
      load={load}
      {...options('fr')}
    />,
  )

  it('is the native list: submitted, autofilled, found by its label', () => {
    expect(field).toMatch(/<select[^>]*name="country"/)
    expect(field).toMatch(/<select[^>]*autoComplete="country"/i)
    expect(field).toMatch(/<label for="country"/)
    expect(field).toMatch(/<select[^>]*id="country"/)
    expect(field).toContain('<option value="fr" selected>')
    expect(field).not.toContain('aria-hidden="true" tabindex')
  })

  it('announces its hint and error, and is marked as invalid', () => {
    expect(field).toMatch(/<select[^>]*aria-describedby="country-hint country-error"/)
    expect(field).toMatch(/<select[^>]*aria-invalid="true"/)
  })
})

describe('a multi picker before hydration', () => {
  const texts = {
    add: 'Add a country',
    addAnother: 'Add another country',
    how: 'Hold Ctrl',
    chosen: 'Chosen countries',
    remove: (name: string) => `Remove ${name}`,
  }
  const field = (...chosen: string[]) =>
    html(
      <MultiPickerField
        name="destinations"
        label="Where will you drive?"
        optionalLabel="optional"
        chosen={chosen}
        nameOf={code => ({ it: 'Italy', fr: 'France' })[code] ?? code}
        texts={texts}
        load={load}
        {...options(...chosen)}
      />,
    )

  it('shows the native list in a disclosure', () => {
    expect(field()).toMatch(/<details[^>]*><summary[^>]*>.*Where will you drive\? .*Add a country/)
    expect(field()).toMatch(/<select[^>]*name="destinations"[^>]*multiple=""/)
    expect(field()).not.toContain('<details hidden')
  })

  it('shows the choices, each with a button named after what it removes', () => {
    expect(field('it', 'fr')).toMatch(
      /<button[^>]*aria-label="Remove Italy"[^>]*><bdi>Italy<\/bdi>/,
    )
    expect(field('it', 'fr')).toContain('aria-label="Remove France"')
    expect(field()).not.toContain('<ul')
  })
})

describe('letters typed while a picker is loading', () => {
  const key = (letter: string, timeStamp: number, modifiers = {}) => ({
    key: letter,
    timeStamp,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...modifiers,
  })

  it.each([
    ['are one word', [key('g', 9_000), key('e', 9_200), key('r', 9_900)], 'ger'],
    ['begin again after a pause', [key('g', 9_000), key('i', 10_500), key('t', 10_600)], 'it'],
    ['are without other keys', [key('Shift', 9_000), key('I', 9_010), key('Tab', 9_100)], 'I'],
    ['are without shortcuts', [key('a', 9_000, { ctrlKey: true })], ''],
    ['can be of any script', [key('日', 9_000)], '日'],
  ])('%s', (_, keys, word) => expect(readTypedWord(keys)).toBe(word))
})
