import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { PickerSource, PickerTexts } from '@/ui/pickers/choices'
import { MultiPickerField } from '@/ui/pickers/multi-picker-field'
import { PickerField } from '@/ui/pickers/picker-field'
import { emulateDesktop } from '../../../tests/support/dom-setup'

const countries = { fr: 'France', gf: 'French Guiana', de: 'Germany', it: 'Italy', es: 'Spain' }
const options = (first = '') => ({
  dangerouslySetInnerHTML: {
    __html: `${first}${Object.entries(countries)
      .map(([code, name]) => `<option value="${code}">${name}</option>`)
      .join('')}`,
  },
})

const texts: PickerTexts = {
  list: 'Countries',
  search: 'Search countries',
  found: count => `${count} found`,
  none: query => `No country is called ${query}`,
  more: 'More of them: type to find one',
  close: 'Close',
  added: name => `${name} added.`,
  removed: name => `${name} removed.`,
  done: count => `Done (${count})`,
  remove: name => `Remove ${name}`,
  unfinished: query => `Choose what is meant by ${query}`,
}
/** Prefix search. */
const search: PickerSource['search'] = (query, choices) => {
  const prefix = query.trim().toLowerCase()
  return choices
    .map(choice => ({ ...choice, isWhole: choice.label.toLowerCase() === prefix }))
    .filter(({ label }) => label.toLowerCase().startsWith(prefix))
}
const source: PickerSource = { search, Texts: ({ children }) => children(texts) }
const loadSource = async () => source

interface FieldOptions {
  load?: () => Promise<PickerSource>
  onChange?: (values: string[]) => void
  onBlur?: () => void
}

const valuesOf = ({ selectedOptions }: HTMLSelectElement) =>
  [...selectedOptions].map(({ value }) => value)

function SinglePicker({ load = loadSource, onChange, onBlur }: FieldOptions) {
  const [chosen, setChosen] = useState('')
  return (
    <PickerField
      name="country"
      label="Country"
      chosen={chosen}
      load={load}
      onChange={event => {
        setChosen(event.currentTarget.value)
        onChange?.(valuesOf(event.currentTarget))
      }}
      onBlur={onBlur}
      {...options('<option value="">Choose a country</option>')}
    />
  )
}

function MultiPicker({ load = loadSource, onChange, onBlur }: FieldOptions) {
  const [chosen, setChosen] = useState<string[]>([])
  return (
    <MultiPickerField
      name="country"
      label="Destinations"
      chosen={chosen}
      nameOf={value => countries[value as keyof typeof countries]}
      texts={{
        add: 'Add a country',
        addAnother: 'Add another country',
        how: 'Hold Ctrl',
        chosen: 'Chosen countries',
        remove: name => `Remove ${name}`,
      }}
      load={load}
      onChange={event => {
        setChosen(valuesOf(event.currentTarget))
        onChange?.(valuesOf(event.currentTarget))
      }}
      onBlur={onBlur}
      {...options()}
    />
  )
}

/** The field in a form, followed by another one. */
function open(
  Field: typeof SinglePicker,
  { isWide = false, ...fieldOptions }: FieldOptions & { isWide?: boolean } = {},
) {
  if (isWide) emulateDesktop()
  const sent = vi.fn()
  render(
    <form
      onSubmit={event => {
        event.preventDefault()
        sent()
      }}
    >
      <Field {...fieldOptions} />
      <input aria-label="Next" />
      <button type="submit">Go on</button>
    </form>,
  )
  const user = userEvent.setup()
  const select = document.querySelector('select') as HTMLSelectElement
  const native = () => document.querySelector('summary') ?? select
  const find = <T extends Element>(selector: string) =>
    waitFor(() => {
      const found = document.querySelector<T>(selector)
      if (!found) throw new Error(`there is no ${selector}`)
      return found
    })
  return {
    user,
    sent,
    select,
    native,
    next: screen.getByLabelText('Next'),
    chosen: () => valuesOf(select),
    /** Desktop: clicks the input that replaces the list. */
    field: async () => {
      await user.hover(native())
      const input = await find<HTMLInputElement>('input#country')
      await user.click(input)
      return input
    },
    /** Phone: the button that replaces the list. */
    button: () => find<HTMLButtonElement>('button#country'),
    /** Phone: presses the button and returns the search input. */
    sheet: async () => {
      await user.hover(native())
      await user.click(await find('button#country'))
      return find<HTMLInputElement>('dialog input')
    },
    find,
    results: () =>
      screen
        .queryAllByRole('option')
        .flatMap(option => (option.tagName === 'LI' ? [option.textContent] : [])),
    result: (name: string) =>
      screen
        .getAllByRole('option', { name })
        .find(option => option.tagName === 'LI') as HTMLElement,
    expectStatus: (text: string) =>
      waitFor(() => expect(screen.getByRole('status').textContent).toBe(text)),
    chips: () => {
      const list = screen.queryByRole('list', { name: 'Chosen countries' })
      return list
        ? within(list)
            .getAllByRole('listitem')
            .map(chip => chip.textContent)
        : []
    },
  }
}

describe('a single picker', () => {
  it('replaces the native list on first use and keeps its label', async () => {
    const { field, select } = open(SinglePicker, { isWide: true })
    expect(screen.getByLabelText('Country')).toBe(select)
    const input = await field()
    expect(screen.getByLabelText('Country')).toBe(input)
    expect(document.activeElement).toBe(input)
    expect(select.tabIndex).toBe(-1)
    expect(select.getAttribute('aria-hidden')).toBe('true')
  })

  it('starts loading when a mouse points at it, not under a passing finger', async () => {
    const load = vi.fn(async () => source)
    const { native } = open(SinglePicker, { load })
    fireEvent.pointerEnter(native(), { pointerType: 'touch' })
    expect(load).not.toHaveBeenCalled()
    fireEvent.pointerEnter(native(), { pointerType: 'mouse' })
    expect(load).toHaveBeenCalledOnce()
  })

  it.each([
    ['a desktop', true, '[role=listbox]:not([hidden])'],
    ['a phone', false, 'dialog[open]'],
  ])('pressed before it is loaded opens when it is: on %s', async (_, isWide, list) => {
    const { native, find } = open(SinglePicker, { isWide })
    fireEvent.mouseDown(native())
    expect(document.activeElement).toBe(native())
    expect(await find(list)).toBeDefined()
  })

  it('that fails to load leaves the native list usable', async () => {
    const load = vi.fn(() => Promise.reject(new Error('no such file')))
    const { user, select, chosen } = open(SinglePicker, { load })
    await user.click(select)
    await waitFor(() => expect(load).toHaveBeenCalledOnce())
    await user.selectOptions(select, 'fr')
    expect(chosen()).toEqual(['fr'])
    expect(screen.getByLabelText('Country')).toBe(select)
  })

  it('that fails to load opens the native list that a press was to open', async () => {
    const { user, native } = open(MultiPicker, { load: () => Promise.reject(new Error('no file')) })
    const list = document.querySelector('details') as HTMLDetailsElement
    await user.click(native())
    await waitFor(() => expect(list.open).toBe(true))
    await user.click(native())
    expect(list.open).toBe(false)
  })

  it('takes over the letters typed while it was loading', async () => {
    let resolveLoad: (loaded: PickerSource) => void = () => undefined
    const load = () => new Promise<PickerSource>(resolve => (resolveLoad = resolve))
    const { user, select, results } = open(SinglePicker, { load, isWide: true })
    act(() => select.focus())
    await user.keyboard('ger')
    await act(async () => resolveLoad(source))
    await waitFor(() => expect(screen.getByLabelText('Country')).toHaveProperty('value', 'ger'))
    expect(results()).toEqual(['Germany'])
  })

  it('shows the matches, and Enter chooses one without submitting the form', async () => {
    const onChange = vi.fn()
    const { user, field, chosen, results, expectStatus, sent } = open(SinglePicker, {
      onChange,
      isWide: true,
    })
    const input = await field()
    await user.clear(input)
    await user.type(input, 'fr')
    expect(results()).toEqual(['France', 'French Guiana'])
    await expectStatus('2 found')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(chosen()).toEqual(['gf'])
    expect(onChange).toHaveBeenLastCalledWith(['gf'])
    expect(input.value).toBe('French Guiana')
    expect(results()).toEqual([])
    await user.keyboard('{Enter}')
    expect(results()).not.toEqual([])
    expect(sent).not.toHaveBeenCalled()
  })

  it('is replaced by the letters typed after a choice', async () => {
    const { user, field, results } = open(SinglePicker, { isWide: true })
    const input = await field()
    await user.type(input, 'ita{Enter}')
    expect(input.value).toBe('Italy')
    await user.keyboard('fr')
    expect(input.value).toBe('fr')
    expect(results()).toEqual(['France', 'French Guiana'])
  })

  it('chooses the clicked result', async () => {
    const { user, field, chosen, result } = open(SinglePicker, { isWide: true })
    const input = await field()
    await user.click(result('Spain'))
    expect(chosen()).toEqual(['es'])
    expect(input.value).toBe('Spain')
  })

  it('chooses the highlighted result on Tab', async () => {
    const { user, field, chosen, next } = open(SinglePicker, { isWide: true })
    await user.type(await field(), 'ita')
    await user.tab()
    expect(chosen()).toEqual(['it'])
    expect(document.activeElement).toBe(next)
  })

  it('closes with Esc, and the previous choice stays on blur', async () => {
    const { user, field, chosen, results, next } = open(SinglePicker, { isWide: true })
    const input = await field()
    await user.type(input, 'ita{Enter}')
    await user.clear(input)
    await user.type(input, 'fr{Escape}')
    expect(results()).toEqual([])
    await user.click(next)
    expect(chosen()).toEqual(['it'])
    expect(input.value).toBe('Italy')
  })

  it('shows that nothing matches', async () => {
    const { user, field, expectStatus } = open(SinglePicker, { isWide: true })
    await user.type(await field(), 'zzzz')
    await expectStatus('No country is called zzzz')
  })

  it('follows browser autofill', async () => {
    const { field, chosen, next } = open(SinglePicker, { isWide: true })
    const input = await field()
    act(() => next.focus())
    fireEvent.change(input, { target: { value: 'Germany' } })
    expect(chosen()).toEqual(['de'])
  })

  it('fires blur for the form when it is left, and not when it replaces the list', async () => {
    const onBlur = vi.fn()
    const { user, field } = open(SinglePicker, { onBlur, isWide: true })
    await field()
    expect(onBlur).not.toHaveBeenCalled()
    await user.tab()
    expect(onBlur).toHaveBeenCalledOnce()
  })

  it('is a sheet on a phone, which closes with the choice and returns focus to its button', async () => {
    const { user, sheet, button, chosen } = open(SinglePicker)
    const search = await sheet()
    expect(await button()).toHaveProperty('textContent', 'CountryChoose a country')
    await user.type(search, 'ger{Enter}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(chosen()).toEqual(['de'])
    expect(await button()).toHaveProperty('textContent', 'CountryGermany')
  })

  it('is a sheet on a phone that can be closed without a choice', async () => {
    const { user, sheet, chosen } = open(SinglePicker)
    await user.type(await sheet(), 'ger{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(chosen()).toEqual([''])
  })
})

describe.each([
  ['on a desktop', true],
  ['on a phone', false],
])('a multi picker %s', (_, isWide) => {
  const openMultiPicker = async () => {
    const part = open(MultiPicker, { isWide })
    const search = await (isWide ? part.field() : part.sheet())
    return {
      ...part,
      search,
      leave: () => (isWide ? part.user.tab() : part.user.click(screen.getByText(/^Done/))),
    }
  }

  it('adds one after the other, in the order of the list, and announces it', async () => {
    const { user, search, expectStatus, chips, leave, chosen } = await openMultiPicker()
    await user.type(search, 'spain{Enter}')
    await expectStatus('Spain added.')
    await user.type(search, 'france{Enter}')
    await leave()
    expect(chosen()).toEqual(['fr', 'es'])
    expect(chips()).toEqual(['France', 'Spain'])
  })

  it('removes a choice picked a second time', async () => {
    const { user, search, expectStatus, chosen } = await openMultiPicker()
    await user.type(search, 'spain{Enter}')
    await user.type(search, 'spain{Enter}')
    await expectStatus('Spain removed.')
    expect(chosen()).toEqual([])
  })

  it('adds a pasted list and leaves unknown names for correction', async () => {
    const { user, search, chips, leave } = await openMultiPicker()
    await user.click(search)
    await user.paste('Spain, zzzz, France')
    expect(search.value).toBe('zzzz')
    await leave()
    expect(chips()).toEqual(['France', 'Spain'])
    expect(document.getElementById('country-unfinished')?.textContent).toBe(
      'No country is called zzzz',
    )
  })

  it('adds nothing for a partial name, and asks for the full one', async () => {
    const { user, search, chosen, leave } = await openMultiPicker()
    await user.type(search, 'Fr')
    await leave()
    expect(chosen()).toEqual([])
    const unfinished = document.getElementById('country-unfinished')
    expect(unfinished?.textContent).toBe('Choose what is meant by Fr')
    expect(
      screen
        .getByLabelText(/Destinations/)
        .getAttribute('aria-describedby')
        ?.split(' '),
    ).toContain(unfinished?.id)
  })

  it('adds a full name on blur', async () => {
    const { user, search, chosen, leave } = await openMultiPicker()
    await user.type(search, 'italy')
    await leave()
    expect(chosen()).toEqual(['it'])
  })
})

it('what is chosen stays in view in the sheet, is removed there, and is counted', async () => {
  const { user, sheet, chosen } = open(MultiPicker)
  const search = await sheet()
  await user.type(search, 'spain{Enter}')
  await user.type(search, 'france{Enter}')
  expect(screen.getByText('Done (2)')).toBeDefined()
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Remove Spain' }))
  expect(chosen()).toEqual(['fr'])
  expect(document.activeElement).toBe(search)
  expect(screen.getByText('Done (1)')).toBeDefined()
})

describe('a chip', () => {
  it('is removed by a press, and the focus goes to the next chip, at the end to the field', async () => {
    const { user, field, chips, chosen } = open(MultiPicker, { isWide: true })
    const input = await field()
    await user.type(input, 'spain{Enter}')
    await user.type(input, 'france{Enter}{Escape}')
    await user.click(screen.getByRole('button', { name: 'Remove France' }))
    expect(chips()).toEqual(['Spain'])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Spain' }))
    await user.keyboard('{Enter}')
    expect(chosen()).toEqual([])
    expect(document.activeElement).toBe(input)
  })
})
