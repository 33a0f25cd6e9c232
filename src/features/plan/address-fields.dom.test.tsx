import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { findAddressFormat } from '@/domain/address/address-formats'
import { emptyShipping } from '@/domain/checkout/customer-schema'
import { renderPlanStep } from '../../../tests/support/plan-step'
import { address, driver } from '../../../tests/support/sample-checkout'
import { translateEnglish as translate } from '../../../tests/support/texts'

/** The plan step of a parcel to this country. */
const openPlanIn = (country: string, overrides = {}) =>
  renderPlanStep({
    address: findAddressFormat(country),
    state: { shipping: { ...address, ...overrides, country } },
  })

const getIssueText = (key: string, label = '') => translate(`plan:issues.${key}`, { label })

it.each([
  ['gb', 'address city postcode', ''],
  ['de', 'address postcode city', 'numeric'],
  ['fr', 'address postcode city', 'numeric'],
  ['jp', 'postcode state city address', 'numeric'],
  ['nl', 'address street_number postcode city', ''],
])('selecting a country shows its own fields in its own order: %s', async (...expected) => {
  const [country, fields, inputMode] = expected
  const plan = openPlanIn('us')
  await plan.expectFields('address', 'city', 'state', 'postcode')
  await plan.choose('shipping_country', country)
  await plan.expectFields(...fields.split(' '))
  expect(plan.field('shipping_postcode').inputMode).toBe(inputMode)
  await waitFor(() => expect(plan.api.checkout().state.shipping.country).toBe(country))
})

it('a missing address starts with the name on the licence and the home country', async () => {
  const plan = renderPlanStep({
    address: findAddressFormat('us'),
    state: { shipping: emptyShipping, customer: driver },
  })
  await plan.expectFields('address', 'city', 'state', 'postcode')
  const initialValues = ['country', 'first_name', 'last_name', 'address'].map(
    name => plan.field(`shipping_${name}`).value,
  )
  expect(initialValues).toEqual(['us', 'Ana', 'Silva', ''])
})

it('a postcode is upper-cased on blur and stored in that form', async () => {
  const plan = openPlanIn('gb', { state: '', postcode: '' })
  await plan.fill('shipping_postcode', 'wc1b 3dg')
  expect(plan.field('shipping_postcode').value).toBe('wc1b 3dg')
  await plan.user.tab()
  expect(plan.field('shipping_postcode').value).toBe('WC1B 3DG')
  await plan.pressContinue()
  expect(await plan.expectReview()).toMatchObject({ country: 'gb', postcode: 'WC1B 3DG' })
})

it('an address without an emirate asks for it, and continues with one', async () => {
  const plan = openPlanIn('us')
  await plan.choose('shipping_country', 'ae')
  await plan.expectFields('address', 'state')
  await plan.pressContinue()
  await plan.expectRefusedAt('shipping_state', getIssueText('shipping_state.missing_emirate'))
  await plan.choose('shipping_state', 'دبي (Dubai)')
  expect(plan.readDescription('shipping_state')).toBe('')
  await plan.pressContinue()
  expect(await plan.expectReview()).toMatchObject({ country: 'ae', state: 'DU' })
})

it('another country keeps the typed values, and the first one gets its state back', async () => {
  const plan = openPlanIn('us')
  const readValues = (...names: string[]) => names.map(name => plan.field(`shipping_${name}`).value)
  await plan.choose('shipping_country', 'ae')
  await plan.expectFields('address', 'state')
  expect(readValues('address', 'state')).toEqual([address.address, ''])
  await plan.choose('shipping_country', 'fr')
  await plan.expectFields('address', 'postcode', 'city')
  expect(readValues('postcode', 'city')).toEqual([address.postcode, address.city])
  await plan.choose('shipping_country', 'us')
  await plan.expectFields('address', 'city', 'state', 'postcode')
  expect(readValues('address', 'city', 'state', 'postcode')).toEqual([
    address.address,
    address.city,
    address.state,
    address.postcode,
  ])
})

it.each([
  ['in its own field', { street_number: '1' }],
  ['after the street', { shipping_address: 'Museumstraat 1' }],
] as [string, Record<string, string>][])(
  'a missing house number is asked for, and accepted %s',
  async (_, edits) => {
    const plan = openPlanIn('nl', { state: '', address: 'Museumstraat', postcode: '1071 XX' })
    await plan.pressContinue()
    await plan.expectRefusedAt('street_number', getIssueText('shipping_street_number.missing'))
    for (const [name, value] of Object.entries(edits)) await plan.fill(name, value)
    await waitFor(() => expect(plan.readDescription('street_number')).toBe(''))
    await plan.pressContinue()
    const { street_number = '', shipping_address = 'Museumstraat' } = edits
    expect(await plan.expectReview()).toMatchObject({ street_number, address: shipping_address })
  },
)

const accept = translate('advice.accept')

it('an unusual postcode shows a hint on blur, stops Continue once and is accepted', async () => {
  const plan = openPlanIn('us', { postcode: '' })
  const liveRegion = document.querySelector('#shipping_postcode-note > [role=status]')
  const warning = translate('plan:address.unlike', {
    context: 'zip',
    country: 'United States',
    example: '95014',
  })
  await plan.fill('shipping_postcode', '9720')
  expect(screen.queryByText(warning)).toBeNull()
  await plan.user.tab()
  expect(liveRegion?.contains(await screen.findByText(warning))).toBe(true)
  expect(plan.readDescription('shipping_postcode')).toBe(warning)
  expect(plan.field('shipping_postcode').getAttribute('aria-invalid')).toBeNull()
  await plan.fill('shipping_postcode', '78701')
  await waitFor(() => expect(screen.queryByText(warning)).toBeNull())
  await plan.fill('shipping_postcode', '9720')
  await plan.pressContinue()
  await waitFor(() => expect(document.activeElement).toBe(plan.field('shipping_postcode')))
  expect(plan.field('shipping_postcode').dataset['advised']).toBe('true')
  expect(liveRegion?.textContent).toBe(`${warning} ${accept}`)
  expect(plan.readDescription('shipping_postcode')).toBe(`${warning} ${accept}`)
  await plan.pressContinue()
  expect(await plan.expectReview()).toMatchObject({ postcode: '9720' })
})

it('another postcode with advice stops Continue again', async () => {
  const plan = openPlanIn('us', { postcode: '9720' })
  await plan.pressContinue()
  await screen.findByText(accept)
  await plan.fill('shipping_postcode', '9721')
  await plan.user.tab()
  await waitFor(() => expect(plan.readDescription('shipping_postcode')).toContain('ZIP code'))
  expect(screen.queryByText(accept)).toBeNull()
  expect(plan.field('shipping_postcode').dataset['advised']).toBeUndefined()
  await plan.pressContinue()
  await screen.findByText(accept)
})

it('a postcode of another state stops Continue once', async () => {
  const plan = openPlanIn('us', { postcode: '' })
  const hint = translate('plan:address.otherState', { postcode: '97201', state: 'Texas' })
  await plan.fill('shipping_postcode', '97201')
  await plan.pressContinue()
  await waitFor(() => expect(plan.readDescription('shipping_postcode')).toBe(`${hint} ${accept}`))
  await waitFor(() => expect(document.activeElement).toBe(plan.field('shipping_postcode')))
  await plan.choose('shipping_state', 'OR')
  await waitFor(() => expect(screen.queryByText(hint)).toBeNull())
  await plan.choose('shipping_state', 'TX')
  await plan.pressContinue()
  expect(await plan.expectReview()).toMatchObject({ state: 'TX', postcode: '97201' })
})

it('a text that is too long or unreadable shows an error with the name of its field', async () => {
  const plan = openPlanIn('us')
  await plan.fill('shipping_postcode', '9'.repeat(21))
  await plan.fill('shipping_city', 'Port\0land')
  await plan.pressContinue()
  await plan.expectRefusedAt('shipping_city', getIssueText('text.unreadable'))
  expect(plan.readDescription('shipping_postcode')).toBe(
    getIssueText('shipping_postcode.long', translate('plan:address.postcode', { context: 'zip' })),
  )
  const summary = screen
    .getAllByRole('alert')
    .find(({ textContent }) => textContent?.includes(translate('errors.title')))
  expect(within(summary as HTMLElement).getAllByRole('link')).toHaveLength(2)
  await plan.fill('shipping_postcode', '78701')
  await plan.fill('shipping_city', 'Portland')
  await waitFor(() => expect(summary?.isConnected).toBe(false))
  await plan.pressContinue()
  expect(await plan.expectReview()).toMatchObject({ city: 'Portland', postcode: '78701' })
})

it('a form posted without scripts returns with its errors listed and linked', async () => {
  const plan = renderPlanStep({
    address: findAddressFormat('us'),
    state: { shipping: { ...address, first_name: 'a'.repeat(200), address: 'a'.repeat(300) } },
    issues: [
      { field: 'address', message: 'shipping_address.long' },
      { field: 'first_name', message: 'shipping_first_name.long' },
    ],
  })
  const label = translate('plan:address.street')
  const links = await within(await screen.findByRole('alert')).findAllByRole('link')
  expect(links.map(link => [link.getAttribute('href'), link.textContent])).toEqual([
    ['#shipping_first_name', getIssueText('shipping_first_name.long', label)],
    ['#shipping_address', getIssueText('shipping_address.long', label)],
  ])
  await plan.fill('shipping_first_name', 'Ana')
  await plan.fill('shipping_address', '12 Salmon Street')
  expect(links.some(({ isConnected }) => isConnected)).toBe(false)
  await plan.pressContinue()
  expect(await plan.expectReview()).toMatchObject({
    first_name: 'Ana',
    address: '12 Salmon Street',
  })
})
