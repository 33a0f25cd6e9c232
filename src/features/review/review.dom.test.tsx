import { act, screen, waitFor } from '@testing-library/react'
import router from 'next/router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findAddressFormat } from '@/domain/address/address-formats'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { Shipping } from '@/domain/checkout/customer-schema'
import { applyChange } from '@/domain/checkout/state-change'
import { findStep } from '@/domain/checkout/steps'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'
import { Review } from '@/features/review/review'
import type { RecordedCall } from '../../../tests/support/fake-api'
import { renderPart } from '../../../tests/support/render-part'
import { address, completeCheckout } from '../../../tests/support/sample-checkout'
import { translateEnglish as translate } from '../../../tests/support/texts'

/** The review of an order to this address. */
function openReview(
  overrides: Partial<Shipping> = {},
  state: Partial<CheckoutState> = {},
  page: Parameters<typeof renderPart>[1] = {},
) {
  const push = vi.spyOn(router, 'push')
  const shipping = { ...address, ...overrides }
  const part = renderPart(<Review methods={[]} saveProblemStatus={null} />, {
    ...page,
    address: findAddressFormat(shipping.country),
    checkout: { state: { ...completeCheckout, step: 4, shipping, ...state } },
  })
  return {
    ...part,
    push,
    pressContinue: () => part.user.click(screen.getAllByRole('button').at(-1) as HTMLElement),
    expectPayment: () =>
      waitFor(() => expect(push).toHaveBeenCalledExactlyOnceWith(findStep('payment').route)),
  }
}

it.each<[string, Partial<Shipping>, string[]]>([
  ['us', {}, ['Ana Silva', '12 Congress Avenue', 'Austin, TX 78701', 'United States']],
  [
    'gb',
    { address: 'Great Russell Street', city: 'London', state: '', postcode: 'WC1B 3DG' },
    ['Ana Silva', 'Great Russell Street', 'London', 'WC1B 3DG', 'United Kingdom'],
  ],
  [
    'de',
    { address: 'Unter den Linden 77', city: 'Berlin', state: '', postcode: '10117' },
    ['Ana Silva', 'Unter den Linden 77', '10117 Berlin', 'Germany'],
  ],
  [
    'ae',
    { address: 'Villa 12, Al Wasl Road', city: '', state: 'DU', postcode: '' },
    ['Ana Silva', 'Villa 12, Al Wasl Road', 'Dubai', 'United Arab Emirates'],
  ],
  [
    'nl',
    {
      address: 'Museumstraat',
      street_number: '1',
      city: 'Amsterdam',
      state: '',
      postcode: '1071 XX',
    },
    ['Ana Silva', 'Museumstraat 1', '1071 XX Amsterdam', 'Netherlands'],
  ],
])('the review shows the address in its country’s format: %s', (country, overrides, lines) => {
  openReview({ ...overrides, country })
  const label = screen.getByText(translate('review:delivery.address'))
  expect(
    [...(label.parentElement?.querySelectorAll('bdi') ?? [])].map(line => line.textContent),
  ).toEqual(lines)
})

describe('the preview of the permit card', () => {
  // Noon in UTC is the same day in most time zones.
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00.000Z') }),
  )
  afterEach(() => void vi.useRealTimers())

  const images = (['profile', 'signature'] as const).map(type => ({
    id: `id-of-${type}`,
    type,
    revision: 2,
    needs_review: false,
  }))

  it('shows name, classes, photo and signature as printed, valid from today', () => {
    const customer = { ...completeCheckout.customer, a_motorcycle: true }
    openReview({}, { customer, approval_documents: { add_later: true, images } })
    const card = screen.getByRole('img', { name: /Name: Ana Silva. Classes: A B\./ })
    expect(card.textContent).toContain('Ana Silva')
    expect(card.textContent).toContain('14 Mar 1991')
    expect(card.textContent).toContain('20 Nov 2026 – 19 Nov 2029')
    expect(card.textContent).toContain('Private translation.')
    expect([...card.querySelectorAll('image')].map(image => image.getAttribute('href'))).toEqual([
      '/checkouts/backend/api/approval-images/id-of-profile/preview/?r=2',
      '/checkouts/backend/api/approval-images/id-of-signature/preview/?r=2',
    ])
    expect(card.closest('[dir=ltr][lang=en]')).not.toBeNull()
  })

  it('shows a long name in two lines that fit', () => {
    const customer = {
      ...completeCheckout.customer,
      license_first_name: 'Maximiliane Alexandra Sophie',
      license_last_name: 'von Hohenstein-Württemberg',
    }
    openReview({}, { customer })
    const lines = [...screen.getByRole('img', { name: /Name: Max/ }).querySelectorAll('text')]
    const readSize = (text: string) =>
      Number(lines.find(line => line.textContent === text)?.getAttribute('font-size'))
    for (const name of [customer.license_first_name, customer.license_last_name])
      expect(readSize(name) * name.length * 0.5).toBeLessThan(256)
  })
})

it('a photo that may need a retake says so, as on the photos page', () => {
  const images = documentTypes.map(type => ({
    id: `id-of-${type}`,
    type,
    revision: 1,
    needs_review: type === 'license_back',
  }))
  openReview({}, { approval_documents: { add_later: false, images } })
  const readTile = (type: DocumentType) =>
    screen.getByText(translate(`review:photos.${type}`)).closest('a')?.textContent
  expect(readTile('license_back')).toContain(translate('photos:state.review'))
  expect(readTile('license_front')).toContain(translate('photos:state.added'))
  expect(readTile('license_front')).not.toContain(translate('photos:state.review'))
})

describe('a name in another script', () => {
  const customer = {
    ...completeCheckout.customer,
    license_first_name: 'Иван',
    license_last_name: 'Щербаков',
  }
  const latinName = { license_first_name: 'Ivan', license_last_name: 'Shcherbakov' }
  const findField = (part: 'first' | 'last') =>
    screen.getByRole<HTMLInputElement>('textbox', { name: translate(`review:latin.${part}Name`) })
  const openNamed = (proposal: Partial<typeof latinName>) =>
    openReview({}, { customer }, { latinName: proposal })

  it('is on the card as proposed, and saved by Continue', async () => {
    const { pressContinue, expectPayment, api } = openNamed(latinName)
    screen.getByRole('img', { name: /Name: Ivan Shcherbakov\./ })
    screen.getByText(translate('review:latin.proposal'))
    await pressContinue()
    await expectPayment()
    expect(api.checkout().state.customer).toMatchObject(latinName)
  })

  it('is on the card as corrected, and saved at once', async () => {
    const { user, api } = openNamed(latinName)
    await user.clear(findField('last'))
    await user.type(findField('last'), 'Scherbakoff')
    screen.getByRole('img', { name: /Name: Ivan Scherbakoff\./ })
    await waitFor(() =>
      expect(api.checkout().state.customer).toMatchObject({
        license_first_name: 'Иван',
        license_last_name: 'Scherbakoff',
      }),
    )
  })

  it('without a proposal is not on the card; Continue advises once to spell it', async () => {
    const { user, pressContinue, expectPayment, push, api } = openNamed({})
    screen.getByRole('img', { name: /Name: — —\./ })
    screen.getByText(translate('review:latin.missing'))
    const advice = translate('review:latin.advice')
    expect(screen.queryByText(advice)).toBeNull()
    await user.type(findField('first'), 'Ivan')
    screen.getByRole('img', { name: /Name: Ivan —\./ })
    await pressContinue()
    await waitFor(() => expect(document.activeElement).toBe(findField('last')))
    expect(push).not.toHaveBeenCalled()
    expect(screen.getByText(advice).closest('[role=status]')).not.toBeNull()
    expect(findField('last').getAttribute('aria-describedby')).toBe('license_last_name-note')
    expect(findField('last').getAttribute('aria-invalid')).toBeNull()
    await pressContinue()
    await expectPayment()
    expect(api.checkout().state.customer).toMatchObject({
      license_first_name: 'Ivan',
      license_last_name: 'Щербаков',
    })
  })

  it.each(['123', '١٢٣'])('that cannot be printed stops Continue at the field: %s', async name => {
    const { user, pressContinue, expectPayment, push, api } = openNamed(latinName)
    await user.clear(findField('last'))
    await user.type(findField('last'), name)
    await pressContinue()
    await pressContinue()
    await waitFor(() => expect(document.activeElement).toBe(findField('last')))
    screen.getByText(translate('driver-issues:license_last_name.letters'))
    expect(findField('last').getAttribute('aria-invalid')).toBe('true')
    expect(push).not.toHaveBeenCalled()
    expect(api.checkout().state.customer.license_last_name).not.toBe(name)
    await user.clear(findField('last'))
    await user.type(findField('last'), 'Scherbakoff')
    expect(findField('last').getAttribute('aria-invalid')).toBeNull()
    await pressContinue()
    await expectPayment()
    expect(api.checkout().state.customer.license_last_name).toBe('Scherbakoff')
  })

  it('of a place of birth is proposed, too', async () => {
    const placeCustomer = { ...completeCheckout.customer, place_of_birth: 'Москва' }
    const { pressContinue, expectPayment, api } = openReview(
      {},
      { customer: placeCustomer },
      { latinName: { place_of_birth: 'Moskva' } },
    )
    expect(screen.queryByRole('textbox', { name: translate('review:latin.firstName') })).toBeNull()
    screen.getByRole('textbox', { name: translate('review:latin.birthPlace') })
    await pressContinue()
    await expectPayment()
    expect(api.checkout().state.customer.place_of_birth).toBe('Moskva')
  })

  it('is not asked for if it is in Latin letters', () => {
    openReview()
    expect(screen.queryByText(translate('review:latin.heading'))).toBeNull()
  })
})

it('a mistyped email is corrected in one tap', async () => {
  const customer = { ...completeCheckout.customer, email: 'ana@gmial.com' }
  const { user, api } = openReview({}, { customer })
  const name = translate('review:driver.didYouMean', { email: 'ana@gmail.com' })
  await user.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(api.checkout().state.customer.email).toBe('ana@gmail.com'))
  expect(screen.queryByRole('button', { name })).toBeNull()
  expect(document.activeElement?.textContent).toBe('ana@gmail.com')
})

describe('Continue on the review', () => {
  it('saves the processing time and opens the payment', async () => {
    const { user, pressContinue, expectPayment, api } = openReview()
    await user.click(
      screen.getByRole('radio', { name: text => text.startsWith(translate('urgent:standard')) }),
    )
    await pressContinue()
    await expectPayment()
    expect(api.checkout().state).toMatchObject({ step: 5, urgent: { selected: false } })
  })

  it('waits for the network and continues automatically', async () => {
    const { pressContinue, push, api, expectPayment } = openReview()
    const save = ({ body }: RecordedCall) => {
      const current = api.checkout()
      return {
        ...current,
        version: current.version + 1,
        state: applyChange(current.state, body.state),
      }
    }
    let isOffline = true
    api.addAnswers({
      'PATCH checkout/': call => (isOffline ? new TypeError('no network') : save(call)),
    })
    const onLineSpy = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await pressContinue()
    const waitingNotice = await screen.findByText(translate('errors.waiting'))
    expect(push).not.toHaveBeenCalled()
    isOffline = false
    onLineSpy.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    await expectPayment()
    expect(waitingNotice.isConnected).toBe(false)
  })
})
