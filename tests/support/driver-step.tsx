import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import router from 'next/router'
import { expect, vi } from 'vitest'
import type { OptionsHtml } from '@/client/pickers/option-html'
import type { WirePermits } from '@/contract/permits'
import { type CheckoutState, emptyCheckout } from '@/domain/checkout/checkout-state'
import { applyChange } from '@/domain/checkout/state-change'
import { type DriverForm, driverChange } from '@/domain/driver/driver-form'
import { DriverDetails } from '@/features/driver-details/driver-details'
import { permitsOf } from '@/server/catalog/permit-data'
import { builtInRecords, noted } from '@/server/catalog/permit-table'
import type { MadeCall } from './fake-api'
import { renderPart } from './render-part'
import { products } from './sample-checkout'
import type { Served } from './served-page'
import { english as say } from './texts'

// Every country in every list would take longer than all the rest.
vi.mock('@/client/pickers/option-lists', async load => {
  const lists = await load<typeof import('@/client/pickers/option-lists')>()
  const few = (options: OptionsHtml): OptionsHtml => {
    const all = options.dangerouslySetInnerHTML.__html.match(/<option .*?<\/option>/g) ?? []
    const __html = all.filter(one => /"(|br|de|es|fr|gb|it|jp|pt|ua|us|x-bali)"/.test(one)).join('')
    return { ...options, dangerouslySetInnerHTML: { __html } }
  }
  return {
    countryOptions: (...of: Parameters<typeof lists.countryOptions>) =>
      few(lists.countryOptions(...of)),
    dialCodeOptions: (...of: Parameters<typeof lists.dialCodeOptions>) =>
      few(lists.dialCodeOptions(...of)),
    destinationOptions: (...of: Parameters<typeof lists.destinationOptions>) =>
      few(lists.destinationOptions(...of)),
  }
})

type Rules = Parameters<typeof permitsOf>[0][number]

/** What countries accept, as a shop without a table of its own knows it; `other` rules of some of them instead. */
export async function permits(other: Record<string, Partial<Rules>> = {}): Promise<WirePermits> {
  const records = builtInRecords().map(record => ({ ...record, ...other[record.id] }))
  return { groups: (await permitsOf(records, noted)).groups, details: {} }
}

/** A checkout in the United States with nothing answered but this. */
export const begun = (answers: Partial<DriverForm> = {}): CheckoutState => {
  const start = { ...emptyCheckout, productList: products, userCountry: 'us', dialCode: 'us' }
  const form = {
    ...{ destinations: [], license_issued: '', country_of_residence: '', dialCode: 'us' },
    ...{ license_first_name: '', license_last_name: '', email: '', email_consent: false },
    ...{ phone: '', date_of_birth_day: '', date_of_birth_month: '', date_of_birth_year: '' },
    ...{ place_of_birth: '', gender: '', eye_color: '', license_classes: [] },
    ...{ height: '', height_ft: '', height_in: '', height_unit: '' as DriverForm['height_unit'] },
    ...answers,
  }
  return applyChange(start, driverChange(form))
}

interface Step extends Omit<Served, 'checkout'> {
  state?: CheckoutState
  answers?: NonNullable<Parameters<typeof renderPart>[1]>['answers']
}

/** What the server answers when it has stored a driver. */
export const storedDriver = ({ body: { api_key, ...answers } }: MadeCall, id: string) => ({
  ...emptyCheckout.customer,
  ...answers,
  id,
  version: 2,
})

/** The form of the first step. */
export function openDriver({ state = begun(), answers, ...page }: Step = {}) {
  const opened = vi.spyOn(router, 'push')
  const part = renderPart(<DriverDetails titleWithErrors={<h1>{say('errors.title')}!</h1>} />, {
    ...page,
    checkout: { state },
    answers: {
      ...answers,
      'POST customers/track-event/': () => ({ data: { event: 'add-to-cart' } }),
      'POST customers/': made => storedDriver(made, 'driver-2'),
      'PATCH customers/driver-1': made => storedDriver(made, 'driver-1'),
    },
  })
  const { user } = part
  return { ...part, ...driverControls(), opened, ...goingOn(user, opened) }
}

type User = ReturnType<typeof renderPart>['user']

export const goingOn = (
  user: User,
  opened: { mock: { calls: unknown[][] } },
  label = say('driver-details:continue'),
) => ({
  goOn: () => user.click(screen.getByText(label)),
  reaches: (route: string) => waitFor(() => expect(opened.mock.calls).toEqual([[route]])),
})

/** The questions about a driver, found by the names of their controls. */
export function driverControls() {
  const all = (name: string) => [...document.querySelectorAll<HTMLInputElement>(`[name=${name}]`)]
  const control = (name: string, value?: string): HTMLInputElement => {
    const found = all(name).find(one => value === undefined || one.value === value)
    if (!found) throw new Error(`there is no ${name} ${value ?? ''}`)
    return found
  }
  /** Goes to a field and gives it another text at once. */
  const fill = (name: string, value: string) => {
    act(() => control(name).focus())
    fireEvent.change(control(name), { target: { value } })
  }
  const choose = async (name: string, value: string) => {
    // Lists come all at once, but one after the other.
    await waitFor(() => expect(document.querySelector('select:empty')).toBeNull())
    fireEvent.change(control(name), { target: { value } })
  }
  const press = (box: HTMLInputElement) => {
    act(() => box.focus())
    fireEvent.click(box)
  }
  /** Gives these answers, each in its own control. */
  const answer = async (answers: Partial<DriverForm>) => {
    for (const [name, value] of Object.entries(answers)) {
      if (Array.isArray(value)) {
        for (const box of all(name)) if (box.checked !== value.includes(box.value)) press(box)
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
    /** Turns to a field that nothing can be wrong with. */
    leave: () => act(() => control('email_consent').focus()),
    /** What is said of a field as wrong; null while nothing is. */
    error: (field: string) => document.getElementById(`${field}-error`)?.textContent ?? null,
    /** All that is said of a control besides its label. */
    saysOf: (name: string) =>
      (control(name).getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map(id => document.getElementById(id)?.textContent)
        .join(' '),
    isWrong: (name: string) => control(name).getAttribute('aria-invalid') === 'true',
    /** The names of all that is marked as wrong. */
    marked: () =>
      [...document.querySelectorAll('[aria-invalid=true], [data-invalid=true]')].map(
        place => place.getAttribute('name') ?? place.id,
      ),
    /** What is wrong, as it is listed above the form. */
    listed: () =>
      waitFor(() => {
        const links = document.querySelectorAll('[role=alert] a')
        expect(links.length).toBeGreaterThan(0)
        return [...links].map(({ textContent }) => textContent)
      }),
  }
}
