import { screen, waitFor } from '@testing-library/react'
import router from 'next/router'
import { beforeEach, describe, expect, it } from 'vitest'
import { analyticsSink } from '@/client/analytics/track'
import { customer } from '@/domain/checkout/customer-schema'
import { expectProblem } from '../../../tests/support/dom-setup'
import { rightForm } from '../../../tests/support/driver-cases'
import { buildStartState, renderDriverStep } from '../../../tests/support/driver-step'
import { driver } from '../../../tests/support/sample-checkout'
import { translateEnglish as translate } from '../../../tests/support/texts'

beforeEach(() => {
  analyticsSink.events = [] as never
  router.query = {}
})

const formatIssue = (key: string) => translate(`driver-issues:${key}`)

describe('an empty form', () => {
  it('is asked section by section, each without errors and with the focus on its heading', async () => {
    const form = renderDriverStep()
    expect(form.listSections()).toEqual(['trip: open', 'you: later', 'licence: later'])
    await form.pressContinue()
    await form.expectFocusOnHeading('you')
    expect(form.listSections()).toEqual(['trip: answered', 'you: open', 'licence: later'])
    await waitFor(() => expect(form.readRow('trip')).toContain('United States'))
    expect(form.listInvalid()).toEqual([])
    await form.answer({
      license_first_name: 'Ana',
      license_last_name: 'Silva',
      email: 'a@b.example',
    })
    await form.pressContinue()
    await form.expectFocusOnHeading('licence')
    expect(form.listSections()).toEqual(['trip: answered', 'you: answered', 'licence: open'])
    expect(form.readRow('you')).toContain('Ana Silva · a@b.example')
    expect(form.listInvalid()).toEqual([])
    await form.pressContinue()
    expect(await form.listSummaryLinks()).toEqual([
      formatIssue('date_of_birth.missing'),
      formatIssue('place_of_birth.missing'),
      formatIssue('license_classes.missing'),
      formatIssue('gender.missing'),
      formatIssue('height.missing'),
      formatIssue('eye_color.missing'),
    ])
    expect(form.pushSpy).not.toHaveBeenCalled()
  })

  it('lists the missing answers of an asked section and focuses the first', async () => {
    const form = renderDriverStep()
    await form.pressContinue()
    await form.expectFocusOnHeading('you')
    await form.pressContinue()
    expect(await form.listSummaryLinks()).toEqual([
      formatIssue('license_first_name.missing'),
      formatIssue('license_last_name.missing'),
      formatIssue('email.missing'),
    ])
    await waitFor(() => expect(document.activeElement).toBe(form.control('license_first_name')))
    expect(form.readDescription('license_first_name')).toContain(
      formatIssue('license_first_name.missing'),
    )
    expect(document.title).toBe(translate('errors.title'))
    expect(form.pushSpy).not.toHaveBeenCalled()
  })

  it('links each error to its field, in the current unit', async () => {
    const form = renderDriverStep({
      state: buildStartState({ ...rightForm, height: '', height_unit: 'ft', gender: '' }),
    })
    await form.pressContinue()
    await form.user.click(await screen.findByRole('link', { name: formatIssue('height.missing') }))
    expect(document.activeElement).toBe(form.control('height_ft'))
    await form.user.click(screen.getByRole('link', { name: formatIssue('gender.missing') }))
    expect(document.activeElement).toBe(form.control('gender'))
  })

  it('asks for the countries when none can be guessed', async () => {
    const form = renderDriverStep({ state: { ...buildStartState(rightForm), userCountry: '' } })
    await form.choose('license_issued', '')
    await form.choose('country_of_residence', '')
    await form.pressContinue()
    expect(await form.listSummaryLinks()).toEqual([
      formatIssue('license_issued.missing'),
      formatIssue('country_of_residence.missing'),
    ])
    await waitFor(() => expect(document.activeElement).toBe(form.control('license_issued')))
  })
})

it('a single error is shown only at its field', async () => {
  const form = renderDriverStep({ state: buildStartState({ ...rightForm, email: '' }) })
  await form.pressContinue()
  await waitFor(() => expect(form.error('email')).toBe(formatIssue('email.missing')))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('an incomplete date is marked at the missing part once the whole date loses focus', async () => {
  const form = renderDriverStep({ state: buildStartState({ ...rightForm, date_of_birth_day: '' }) })
  form.fill('date_of_birth_month', '3')
  form.fill('date_of_birth_year', '1991')
  form.control('date_of_birth_day').focus()
  await waitFor(() => expect(form.error('date_of_birth')).toBeNull())
  form.leave()
  await waitFor(() => expect(form.error('date_of_birth')).toBe(formatIssue('date_of_birth.day')))
  expect(form.listInvalid()).toEqual(['date_of_birth', 'date_of_birth_day'])
})

it('an impossible date stays in the form and is not stored until it is corrected', async () => {
  const form = renderDriverStep({ state: buildStartState(rightForm) })
  const readStoredDate = () => form.api.checkout().state.customer.date_of_birth
  form.fill('date_of_birth_month', '2')
  form.fill('date_of_birth_day', '')
  form.leave()
  await waitFor(() => expect(form.error('date_of_birth')).toBe(formatIssue('date_of_birth.day')))
  form.fill('date_of_birth_day', '31')
  await waitFor(() => expect(readStoredDate()).toBe(''))
  expect(form.error('date_of_birth')).toBe(formatIssue('date_of_birth.impossible'))
  expect(form.control('date_of_birth_day').value).toBe('31')
  form.fill('date_of_birth_day', '28')
  await waitFor(() => expect(readStoredDate()).toBe('1991-2-28'))
})

it('a pasted name that is too long shows the limit and keeps what can be stored', async () => {
  const form = renderDriverStep({ state: buildStartState(rightForm) })
  const name = form.control('license_last_name')
  await form.user.clear(name)
  await form.user.click(name)
  await form.user.paste('a'.repeat(5_000))
  form.leave()
  await waitFor(() =>
    expect(form.error('license_last_name')).toBe(formatIssue('license_last_name.long')),
  )
  const readSavedCustomer = () => form.api.findCalls('PATCH checkout/').at(-1)?.body.state.customer
  await waitFor(() => expect(readSavedCustomer()?.license_last_name).toBe(name.value))
  expect(customer.shape.license_last_name.safeParse(name.value).success).toBe(true)
})

describe('a driver with saved answers', () => {
  it('sees them in rows and continues from there', async () => {
    const form = renderDriverStep({ state: buildStartState(rightForm) })
    expect(form.listSections()).toEqual(['trip: answered', 'you: answered', 'licence: answered'])
    expect(form.readRow('trip')).toContain('Italy · ')
    await waitFor(() =>
      expect(form.readRow('licence')).toContain('14/03/1991 · B · 170 cm · Brown'),
    )
    await form.pressContinue()
    await form.expectRoute('/v2/upload-photos/')
  })

  it('opens a row to change its answers', async () => {
    const form = renderDriverStep({ state: buildStartState(rightForm) })
    form.openRow('you')
    await form.expectFocusOnHeading('you')
    expect(form.listSections()).toEqual(['trip: answered', 'you: open', 'licence: answered'])
  })

  it('has an answer asked that is missing, and the section of an invalid one opened', async () => {
    const form = renderDriverStep({
      state: buildStartState({ ...rightForm, email: 'ana@', eye_color: '' }),
    })
    expect(form.listSections()).toEqual(['trip: answered', 'you: answered', 'licence: open'])
    await form.pressContinue()
    await waitFor(() => expect(document.activeElement).toBe(form.control('email')))
    expect(form.listSections()).toEqual(['trip: answered', 'you: open', 'licence: open'])
  })

  it('who edits from the review has everything open', () => {
    router.query = { from: 'review' }
    const form = renderDriverStep({ state: buildStartState(rightForm) })
    expect(form.listSections()).toEqual(['trip: open', 'you: open', 'licence: open'])
  })
})

it('a phone number is not asked for, but one that was given can be corrected', async () => {
  renderDriverStep()
  expect(document.querySelector('[name=phone]')).toBeNull()
  renderDriverStep({ state: buildStartState({ ...rightForm, phone: '212 555 2368' }) })
  await waitFor(() => expect(document.querySelector('[name=phone]')).not.toBeNull())
})

describe('valid answers', () => {
  it('are stored as a new driver and lead to the photos', async () => {
    const form = renderDriverStep({ state: buildStartState(rightForm) })
    await form.pressContinue()
    await form.expectRoute('/v2/upload-photos/')
    expect(form.api.findCalls('PATCH checkout/')).toMatchObject([
      { body: { submits: 'driver-details', state: { step: 2 } } },
    ])
    expect(form.api.checkout().state.customer).toMatchObject({
      license_first_name: 'Ana',
      date_of_birth: '1991-03-14',
      height: '170',
    })
  })

  it('change a driver that is already stored', async () => {
    const { customer, ...state } = buildStartState(rightForm)
    const form = renderDriverStep({ state: { ...state, customer: { ...customer, id: driver.id } } })
    form.fill('license_first_name', 'Anna Maria')
    await form.pressContinue()
    await form.expectRoute('/v2/upload-photos/')
    expect(form.api.findCalls('PATCH checkout/')).toMatchObject([
      {
        body: {
          submits: 'driver-details',
          state: { customer: { license_first_name: 'Anna Maria' } },
        },
      },
    ])
  })

  it('return to the review if the edit came from there', async () => {
    router.query = { from: 'review' }
    const form = renderDriverStep({ state: buildStartState(rightForm) })
    await form.pressContinue(translate('saveChange'))
    await form.expectRoute('/v2/review/')
  })

  it('with an error that only the server finds show it at its field until it is fixed', async () => {
    const form = renderDriverStep({
      state: buildStartState({ ...rightForm, phone: '212 555 2368' }),
    })
    let refuse: (response: Response) => void = () => undefined
    form.api.addAnswers({ 'PATCH checkout/': () => new Promise(resolve => (refuse = resolve)) })
    const button = screen.getByText(translate('driver-details:continue'))
    await form.pressContinue()
    await waitFor(() => expect(form.api.findCalls('PATCH checkout/')).toHaveLength(1))
    expect(button.getAttribute('aria-busy')).toBe('true')
    const issues = [{ field: 'phone', message: 'phone.length' }]
    const checkout = form.api.checkout()
    refuse(Response.json({ detail: 'x', code: 'step_refused', issues, checkout }, { status: 422 }))
    await waitFor(() => expect(document.activeElement).toBe(form.control('phone')))
    expect(button.getAttribute('aria-busy')).toBeNull()
    expect(form.readDescription('phone')).toContain(formatIssue('phone.length'))
    form.fill('phone', '212 555 2369')
    expect(form.error('phone')).toBeNull()
    expect(form.pushSpy).not.toHaveBeenCalled()
  })

  it('that cannot be stored show an error and can be sent again', async () => {
    const form = renderDriverStep({ state: buildStartState(rightForm) })
    expectProblem(/saving/)
    let isBroken = true
    form.api.addAnswers({
      'PATCH checkout/': () =>
        isBroken ? new Response('fault', { status: 500 }) : form.api.checkout(),
    })
    await form.pressContinue()
    await screen.findByText(translate('errors.couldNotSave'))
    expect(form.pushSpy).not.toHaveBeenCalled()
    isBroken = false
    await form.pressContinue()
    await form.expectRoute('/v2/upload-photos/')
    expect(screen.queryByText(translate('errors.couldNotSave'))).toBeNull()
  })
})

describe('a proposal', () => {
  const formatProposal = (name: string) => translate('driver-details:you.latinUse', { name })

  const emailProposal = translate('driver-details:you.didYouMean', { email: 'ana@gmail.com' })

  const answerLatin = (latin: string | null | Error) => ({
    'POST customers/latin-name/': () => (latin instanceof Error ? latin : { latin }),
  })

  it('for a name in another script is applied on click and focuses the field', async () => {
    const form = renderDriverStep({ answers: answerLatin('Zghurskyi') })
    await form.choose('license_issued', 'ua')
    form.fill('license_last_name', 'Згурський')
    form.leave()
    await form.user.click(await screen.findByRole('button', { name: formatProposal('Zghurskyi') }))
    expect(form.control('license_last_name').value).toBe('Zghurskyi')
    expect(document.activeElement).toBe(form.control('license_last_name'))
    expect(form.api.findCalls('POST customers/latin-name/')[0]?.body).toMatchObject({
      name: 'Згурський',
      country: 'ua',
      kind: 'family',
    })
    expect(screen.queryByRole('button', { name: formatProposal('Zghurskyi') })).toBeNull()
    await waitFor(() =>
      expect(form.api.checkout().state.customer.license_last_name).toBe('Zghurskyi'),
    )
  })

  it('for a place of birth in another script is in the description of its field', async () => {
    const form = renderDriverStep({ answers: answerLatin('Kyiv') })
    await form.choose('license_issued', 'ua')
    form.fill('place_of_birth', 'Київ')
    form.leave()
    await waitFor(() =>
      expect(form.readDescription('place_of_birth')).toContain(formatProposal('Kyiv')),
    )
    await form.user.click(screen.getByRole('button', { name: formatProposal('Kyiv') }))
    expect(form.control('place_of_birth').value).toBe('Kyiv')
  })

  it.each([
    ['for a name in a script without a transliteration', null],
    ['without a network', new TypeError('no network')],
  ])('is absent %s', async (_, latin) => {
    const form = renderDriverStep({ answers: answerLatin(latin) })
    form.fill('license_last_name', '山田')
    form.leave()
    await waitFor(() =>
      expect(form.readDescription('license_last_name')).toContain(
        translate('driver-details:you.latin'),
      ),
    )
    form.fill('license_last_name', 'Yamada')
    form.leave()
    await waitFor(() =>
      expect(form.readDescription('license_last_name')).not.toContain(
        translate('driver-details:you.latin'),
      ),
    )
  })

  it('for a mistyped email is applied on click and focuses the field', async () => {
    const form = renderDriverStep()
    form.fill('email', 'ana@gmial.com')
    form.leave()
    await form.user.click(await screen.findByRole('button', { name: emailProposal }))
    expect(form.control('email').value).toBe('ana@gmail.com')
    expect(document.activeElement).toBe(form.control('email'))
    expect(screen.queryByText(emailProposal)).toBeNull()
  })

  it('for a mistyped email stops Continue once', async () => {
    const form = renderDriverStep({ state: buildStartState(rightForm) })
    form.openRow('you')
    form.fill('email', 'ana@gmial.com')
    await form.user.type(form.control('email'), '{Enter}')
    await screen.findByRole('button', { name: emailProposal })
    await waitFor(() => expect(form.control('email').dataset['advised']).toBe('true'))
    await waitFor(() => expect(document.activeElement).toBe(form.control('email')))
    expect(form.readDescription('email')).toContain(emailProposal)
    expect(form.readDescription('email')).toContain(translate('advice.accept'))
    expect(form.pushSpy).not.toHaveBeenCalled()
    await form.user.keyboard('{Enter}')
    await form.expectRoute('/v2/upload-photos/')
    expect(form.api.checkout().state.customer.email).toBe('ana@gmial.com')
  })

  it('for a saved email that looks mistyped is shown, and opens its section on Continue', async () => {
    const state = buildStartState({ ...rightForm, email: 'ana@gmial.com' })
    const form = renderDriverStep({ state })
    await screen.findByText(emailProposal)
    await form.pressContinue()
    await waitFor(() => expect(form.listSections()).toContain('you: open'))
    await waitFor(() => expect(document.activeElement).toBe(form.control('email')))
    expect(form.pushSpy).not.toHaveBeenCalled()
    await form.pressContinue()
    await form.expectRoute('/v2/upload-photos/')
  })
})

describe('the country of the licence', () => {
  const isUnitChecked = (form: ReturnType<typeof renderDriverStep>, value: string) =>
    form.control('height_unit', value).checked

  it('is guessed from the location, and marked as a guess until another one is chosen', async () => {
    const form = renderDriverStep()
    await waitFor(() => expect(form.control('license_issued').value).toBe('us'))
    expect(form.readDescription('license_issued')).toContain(
      translate('driver-details:trip.issuedGuess'),
    )
    await form.choose('license_issued', 'de')
    expect(form.readDescription('license_issued')).toContain(
      translate('driver-details:trip.issuedHint'),
    )
  })

  it('sets residence and height unit', async () => {
    const form = renderDriverStep()
    await form.choose('license_issued', 'de')
    await waitFor(() => expect(form.control('country_of_residence').value).toBe('de'))
    expect(isUnitChecked(form, 'cm')).toBe(true)
    await waitFor(() =>
      expect(form.api.checkout().state).toMatchObject({
        customer: { license_issued: 'de', country_of_residence: 'de' },
      }),
    )
  })

  it('keeps values that the customer has changed', async () => {
    const form = renderDriverStep()
    await form.choose('license_issued', 'de')
    await waitFor(() => expect(form.control('country_of_residence').value).toBe('de'))
    await form.choose('country_of_residence', 'fr')
    await form.user.click(form.control('height_unit', 'ft'))
    await form.choose('license_issued', 'gb')
    await waitFor(() => expect(form.api.checkout().state.customer.license_issued).toBe('gb'))
    expect(form.control('country_of_residence').value).toBe('fr')
    expect(isUnitChecked(form, 'ft')).toBe(true)
  })
})

it('a licence of the United States says which class is a car', async () => {
  const form = renderDriverStep()
  screen.getByText(translate('driver-details:licence.classesUs'))
  await form.choose('license_issued', 'de')
  await waitFor(() =>
    expect(screen.queryByText(translate('driver-details:licence.classesUs'))).toBeNull(),
  )
})

describe('a height', () => {
  const readFeetAndInches = (form: ReturnType<typeof renderDriverStep>) => [
    form.control('height_ft').value,
    form.control('height_in').value,
  ]

  it('converts to the other unit, and back to the typed value', async () => {
    const form = renderDriverStep({ state: buildStartState(rightForm) })
    form.fill('height', '177,5')
    await form.user.click(form.control('height_unit', 'ft'))
    await waitFor(() => expect(readFeetAndInches(form)).toEqual(['5', '10']))
    await form.user.click(form.control('height_unit', 'cm'))
    await waitFor(() => expect(form.control('height').value).toBe('177,5'))
  })

  it('edited in feet and inches is stored and shown in whole centimetres', async () => {
    const form = renderDriverStep({ state: buildStartState(rightForm) })
    await form.user.click(form.control('height_unit', 'ft'))
    await waitFor(() => expect(readFeetAndInches(form)).toEqual(['5', '7']))
    form.fill('height_in', '11')
    await waitFor(() =>
      expect(form.api.checkout().state.customer).toMatchObject({
        height: '180.34',
        height_unit: 'ft',
      }),
    )
    await form.user.click(form.control('height_unit', 'cm'))
    await waitFor(() => expect(form.control('height').value).toBe('180'))
  })
})

describe('the shop’s add-to-cart event', () => {
  it('is sent once for a valid email, on blur', async () => {
    const form = renderDriverStep()
    const listTrackCalls = () => form.api.findCalls('POST customers/track-event/')
    form.fill('email', 'once@')
    form.leave()
    await waitFor(() => expect(form.error('email')).toBe(formatIssue('email.domain')))
    form.fill('email', 'once@example.com')
    form.leave()
    await waitFor(() =>
      expect(listTrackCalls()).toMatchObject([
        { body: { email: 'once@example.com', event: 'add-to-cart', selected_product: 42 } },
      ]),
    )
    form.control('email').focus()
    form.leave()
    form.fill('license_first_name', 'Ana')
    await form.choose('license_issued', 'de')
    await waitFor(() => expect(form.control('country_of_residence').value).toBe('de'))
    expect(listTrackCalls()).toHaveLength(1)
  })

  it('is not sent for an email that was served with the page', async () => {
    const form = renderDriverStep({
      state: buildStartState({ ...rightForm, email: 'served@example.com' }),
    })
    form.control('email').focus()
    form.leave()
    await form.pressContinue()
    await form.expectRoute('/v2/upload-photos/')
    expect(form.api.findCalls('POST customers/track-event/')).toEqual([])
  })
})
