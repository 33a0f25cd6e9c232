import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { rightForm } from '../../../tests/support/driver-cases'
import { buildStartState, createPermits } from '../../../tests/support/driver-step'
import { renderExpressPage } from '../../../tests/support/express-page'
import { translateEnglish as translate } from '../../../tests/support/texts'

const expectValue = (page: ReturnType<typeof renderExpressPage>, name: string, value: string) =>
  waitFor(() => expect(page.control(name).value).toBe(value))

const digitalState = { category: 'digital', selectedLicense: 45 } as const

describe('the express page', () => {
  it('lists the missing answers of all its parts and focuses the first', async () => {
    const page = renderExpressPage()
    const addressIssue = translate('plan:issues.shipping_address.missing')
    await page.pressContinue()
    await page.expectFocusOnHeading('you')
    expect(page.listInvalid()).toEqual([])
    for (const section of ['licence', 'permit', 'delivery']) {
      page.openRow(section)
      await page.expectFocusOnHeading(section)
    }
    await page.pressContinue()
    await waitFor(async () =>
      expect(await page.listSummaryLinks()).toEqual(
        expect.arrayContaining([
          translate('driver-issues:email.missing'),
          translate('driver-issues:license_classes.missing'),
          addressIssue,
        ]),
      ),
    )
    await waitFor(() => expect(document.activeElement).toBe(page.control('license_first_name')))
    expect(page.pushSpy).not.toHaveBeenCalled()
    fireEvent.click(page.control('category', 'digital'))
    await waitFor(async () => expect(await page.listSummaryLinks()).not.toContain(addressIssue))
    expect(await page.listSummaryLinks()).toContain(translate('driver-issues:email.missing'))
  })

  it('asks for the plan once the driver is complete, then for the delivery of a printed permit', async () => {
    const page = renderExpressPage({ state: buildStartState(rightForm) })
    await page.pressContinue()
    await page.expectFocusOnHeading('permit')
    await page.pressContinue()
    await page.expectFocusOnHeading('delivery')
    expect(page.listInvalid()).toEqual([])
    expect(page.pushSpy).not.toHaveBeenCalled()
    await page.pressContinue()
    await waitFor(async () =>
      expect(await page.listSummaryLinks()).toContain(
        translate('plan:issues.shipping_address.missing'),
      ),
    )
    fireEvent.click(page.control('category', 'digital'))
    await page.pressContinue()
    await page.expectRoute('/express/payment/')
  })

  it('does not ask for a plan that a link or the customer has chosen', async () => {
    const page = renderExpressPage({ state: { ...buildStartState(rightForm), planChanged: true } })
    await page.pressContinue()
    await page.expectFocusOnHeading('delivery')
  })

  it('says what is chosen in the rows of plan, processing and photos', async () => {
    renderExpressPage({ state: { ...buildStartState(rightForm), ...digitalState } })
    const lineOf = (id: string) => document.querySelector(`#${id} summary p`)?.textContent
    expect(lineOf('permit')).toBe(`${translate('plan.name.digital', { count: 3 })}\u00a0· $49`)
    expect(lineOf('processing')).toBe(
      `${translate('urgent:urgent')}\u00a0· +$25${translate('urgent:removedLater')}`,
    )
    expect(lineOf('photos')).toBe(translate('photos:section.line'))
  })

  it('stores the driver of a digital permit and opens the payment', async () => {
    const page = renderExpressPage({
      state: { ...buildStartState(rightForm), ...digitalState, planChanged: true },
    })
    await page.pressContinue()
    await page.expectRoute('/express/payment/')
    expect(page.api.findCalls('PATCH checkout/').at(-1)?.body).toMatchObject({ submits: 'info' })
    expect(page.api.checkout().state).toMatchObject({
      customer: { license_first_name: 'Ana', email: 'ana@example.com' },
      step: 5,
      approval_documents: { add_later: true },
    })
  })

  it('does not continue for a residence without permits', async () => {
    const page = renderExpressPage({
      state: buildStartState(rightForm),
      permits: await createPermits({ pt: { from_: 'no' } }),
    })
    await page.choose('country_of_residence', 'pt')
    await screen.findByText(translate('permits:issuing.no', { country: 'Portugal' }))
    expect(screen.queryByText(translate('express.continue'))).toBeNull()
    expect(screen.queryByText(translate('express.continueShort'))).toBeNull()
  })
})

it('the delivery country follows the residence until another one is chosen', async () => {
  const page = renderExpressPage()
  await expectValue(page, 'shipping_country', 'us')
  await page.choose('country_of_residence', 'de')
  await expectValue(page, 'shipping_country', 'de')
  await page.choose('shipping_country', 'fr')
  await page.choose('country_of_residence', 'it')
  await expectValue(page, 'country_of_residence', 'it')
  expect(page.control('shipping_country').value).toBe('fr')
})

it('the calling code follows the delivery country until another one is chosen', async () => {
  const page = renderExpressPage({ state: { ...buildStartState(), dialCode: '' } })
  await expectValue(page, 'dialCode', 'us')
  await page.choose('license_issued', 'br')
  await expectValue(page, 'dialCode', 'br')
  await page.choose('country_of_residence', 'de')
  await expectValue(page, 'dialCode', 'de')
  await page.choose('shipping_country', 'es')
  await expectValue(page, 'dialCode', 'es')
  await page.choose('dialCode', 'pt')
  await page.choose('shipping_country', 'fr')
  await waitFor(() =>
    expect(page.api.checkout().state).toMatchObject({
      dialCode: 'pt',
      shipping: { country: 'fr' },
    }),
  )
  expect(page.control('dialCode').value).toBe('pt')
})

it('the calling code of a typed number stays', async () => {
  const page = renderExpressPage({ state: { ...buildStartState(), dialCode: '' } })
  await expectValue(page, 'dialCode', 'us')
  page.fill('phone', '212 555 2368')
  await page.choose('shipping_country', 'es')
  await waitFor(() =>
    expect(page.api.checkout().state).toMatchObject({
      dialCode: 'us',
      shipping: { country: 'es' },
    }),
  )
  expect(page.control('dialCode').value).toBe('us')
})
