import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import router from 'next/router'
import { expect, vi } from 'vitest'
import type { OptionsHtml } from '@/client/pickers/option-lists'
import type { WirePermits } from '@/contract/permits'
import { type CheckoutState, emptyCheckout } from '@/domain/checkout/checkout-state'
import { applyChange } from '@/domain/checkout/state-change'
import { type DriverForm, toDriverChange } from '@/domain/driver/driver-form'
import { DriverDetails } from '@/features/driver-details/driver-details'
import { buildPermits } from '@/server/catalog/permit-data'
import { buildBuiltInRecords, idsWithNotes } from '@/server/catalog/permit-table'
import { DocumentTitle } from '@/ui/document-title'
import { HeadManager } from './head-manager'
import { renderPart } from './render-part'
import { products } from './sample-checkout'
import type { PageOverrides } from './served-page'
import { translateEnglish as translate } from './texts'

// Rendering every country in every list would take most of the test's time.
vi.mock('@/client/pickers/option-lists', async load => {
  const lists = await load<typeof import('@/client/pickers/option-lists')>()
  const filterOptions = (options: OptionsHtml): OptionsHtml => {
    const optionTags = options.dangerouslySetInnerHTML.__html.match(/<option [^>]*>[^<]*/g) ?? []
    const __html = optionTags
      .filter(optionTag => /"(|br|de|es|fr|gb|it|jp|pt|ua|us|x-bali)"/.test(optionTag))
      .join('')
    return { ...options, dangerouslySetInnerHTML: { __html } }
  }
  return {
    countryOptions: (...args: Parameters<typeof lists.countryOptions>) =>
      filterOptions(lists.countryOptions(...args)),
    dialCodeOptions: (...args: Parameters<typeof lists.dialCodeOptions>) =>
      filterOptions(lists.dialCodeOptions(...args)),
    destinationOptions: (...args: Parameters<typeof lists.destinationOptions>) =>
      filterOptions(lists.destinationOptions(...args)),
  }
})

type Rules = Parameters<typeof buildPermits>[0][number]

/** Entry rules of countries from the built-in table, with `overrides` for some. */
export async function createPermits(
  overrides: Record<string, Partial<Rules>> = {},
): Promise<WirePermits> {
  const records = buildBuiltInRecords().map(record => ({ ...record, ...overrides[record.id] }))
  return { groups: (await buildPermits(records, idsWithNotes)).groups, details: {} }
}

/** A checkout in the United States with only these answers. */
export const buildStartState = (answers: Partial<DriverForm> = {}): CheckoutState => {
  const start = { ...emptyCheckout, productList: products, userCountry: 'us', dialCode: 'us' }
  const form = {
    ...{ destinations: [], license_issued: '', country_of_residence: '', dialCode: 'us' },
    ...{ license_first_name: '', license_last_name: '', email: '', email_consent: false },
    ...{ phone: '', date_of_birth_day: '', date_of_birth_month: '', date_of_birth_year: '' },
    ...{ place_of_birth: '', gender: '', eye_color: '', license_classes: [] },
    ...{ height: '', height_ft: '', height_in: '', height_unit: '' as DriverForm['height_unit'] },
    ...answers,
  }
  return applyChange(start, toDriverChange(form))
}

interface DriverStepOptions extends Omit<PageOverrides, 'checkout'> {
  state?: CheckoutState
  answers?: NonNullable<Parameters<typeof renderPart>[1]>['answers']
}

/** Renders the form of step 1. */
export function renderDriverStep({
  state = buildStartState(),
  answers,
  ...page
}: DriverStepOptions = {}) {
  const pushSpy = vi.spyOn(router, 'push')
  const part = renderPart(
    <HeadManager>
      <DocumentTitle title="" titleWithErrors={translate('errors.title')}>
        <DriverDetails />
      </DocumentTitle>
    </HeadManager>,
    {
      ...page,
      checkout: { state },
      answers: {
        ...answers,
        'POST customers/track-event/': () => ({ data: { event: 'add-to-cart' } }),
      },
    },
  )
  const { user } = part
  return {
    ...part,
    ...driverControls(),
    pushSpy,
    ...createNavigationHelpers(pushSpy),
    /** A change from the review has a button of its own. */
    pressContinue: (label = translate('driver-details:continue')) =>
      user.click(screen.getByText(label)),
  }
}

export const createNavigationHelpers = (pushSpy: { mock: { calls: unknown[][] } }) => ({
  expectRoute: (route: string) => waitFor(() => expect(pushSpy.mock.calls).toEqual([[route]])),
})

/** The driver form's controls, found by name. */
export function driverControls() {
  const findControls = (name: string) => [
    ...document.querySelectorAll<HTMLInputElement>(`[name=${name}]`),
  ]
  const control = (name: string, value?: string): HTMLInputElement => {
    const found = findControls(name).find(
      candidate => value === undefined || candidate.value === value,
    )
    if (!found) throw new Error(`there is no ${name} ${value ?? ''}`)
    return found
  }
  /** Focuses a field and replaces its text. */
  const fill = (name: string, value: string) => {
    act(() => control(name).focus())
    fireEvent.change(control(name), { target: { value } })
  }
  const choose = async (name: string, value: string) => {
    // The option lists load one after the other.
    await waitFor(() => expect(document.querySelector('select:empty')).toBeNull())
    fireEvent.change(control(name), { target: { value } })
  }
  const press = (box: HTMLInputElement) => {
    act(() => box.focus())
    fireEvent.click(box)
  }
  /** Enters these answers in their controls. */
  const answer = async (answers: Partial<DriverForm>) => {
    for (const [name, value] of Object.entries(answers)) {
      if (Array.isArray(value)) {
        for (const box of findControls(name))
          if (box.checked !== value.includes(box.value)) press(box)
      } else if (control(name) instanceof HTMLSelectElement) await choose(name, `${value}`)
      else if (/radio|checkbox/.test(control(name).type)) press(control(name, `${value}`))
      else fill(name, `${value}`)
    }
  }
  return {
    control,
    fill,
    choose,
    answer,
    /** Moves the focus to a field without rules. */
    leave: () => act(() => control('email_consent').focus()),
    /** The field's error message, or null. */
    error: (field: string) => document.getElementById(`${field}-error`)?.textContent ?? null,
    /** The control's full accessible description. */
    readDescription: (name: string) =>
      (control(name).getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map(id => document.getElementById(id)?.textContent)
        .join(' '),
    /** How far each section is open. */
    listSections: () =>
      [...document.querySelectorAll('section[id]:has(> details), section[id]:has(> div > h2)')].map(
        section => {
          const row = section.querySelector(':scope > details > summary')
          const isLater = row?.lastElementChild?.tagName === 'DIV'
          return `${section.id}: ${row ? (isLater ? 'later' : 'answered') : 'open'}`
        },
      ),
    /** The text of a closed section. */
    /** A closed section; a separator stays on the line of the answer before it. */
    readRow: (section: string) =>
      document
        .querySelector(`#${section} > details > summary`)
        ?.textContent.replaceAll('\u00a0', ' ') ?? '',
    /** Opens a closed section. */
    openRow: (section: string) => {
      const details = document.querySelector<HTMLDetailsElement>(`#${section} > details`)
      if (!details) throw new Error(`${section} is not closed`)
      details.open = true
    },
    expectFocusOnHeading: (section: string) =>
      waitFor(() => expect(document.activeElement).toBe(document.querySelector(`#${section} h2`))),
    isInvalid: (name: string) => control(name).getAttribute('aria-invalid') === 'true',
    /** Names of the controls marked invalid. */
    listInvalid: () =>
      [...document.querySelectorAll('[aria-invalid=true], [data-invalid=true]')].map(
        element => element.getAttribute('name') ?? element.id,
      ),
    /** The links of the error summary. */
    listSummaryLinks: () =>
      waitFor(() => {
        const links = document.querySelectorAll('[role=alert] a')
        expect(links.length).toBeGreaterThan(0)
        return [...links].map(({ textContent }) => textContent)
      }),
  }
}
