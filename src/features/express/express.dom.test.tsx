import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { rightForm } from '../../../tests/support/driver-cases'
import { begun, permits } from '../../../tests/support/driver-step'
import { openExpress } from '../../../tests/support/express-page'
import { english as say } from '../../../tests/support/texts'

const holds = (page: ReturnType<typeof openExpress>, name: string, value: string) =>
  waitFor(() => expect(page.control(name).value).toBe(value))

const digital = { category: 'digital', selectedLicense: 45 } as const

describe('the express page', () => {
  it('lists at once what is missing in any of its parts, and goes to the first of it', async () => {
    const page = openExpress()
    const address = say('plan:issues.shipping_address.missing')
    await page.goOn()
    await waitFor(async () =>
      expect(await page.listed()).toEqual(
        expect.arrayContaining([
          say('driver-issues:email.missing'),
          say('driver-issues:license_classes.missing'),
          address,
        ]),
      ),
    )
    await waitFor(() => expect(document.activeElement).toBe(page.control('license_first_name')))
    expect(page.opened).not.toHaveBeenCalled()
    fireEvent.click(page.control('category', 'digital'))
    await waitFor(async () => expect(await page.listed()).not.toContain(address))
    expect(await page.listed()).toContain(say('driver-issues:email.missing'))
  })

  it('stores the driver of a digital permit, and leads to the payment', async () => {
    const page = openExpress({ state: { ...begun(rightForm), ...digital } })
    await page.goOn()
    await page.reaches('/express/payment/')
    expect(page.api.callsTo('POST customers/?')).toMatchObject([
      { body: { license_first_name: 'Ana', email: 'ana@example.com' } },
    ])
    expect(page.api.callsTo('POST shipping/?')).toEqual([])
    expect(page.api.checkout().state).toMatchObject({
      step: 5,
      approval_documents: { add_later: true },
    })
  })

  it('does not go on with a driver who lives where no permit is issued', async () => {
    const page = openExpress({
      state: begun(rightForm),
      permits: await permits({ pt: { from_: 'no' } }),
    })
    await page.choose('country_of_residence', 'pt')
    await screen.findByText(say('permits:issuing.no', { country: 'Portugal' }))
    expect(screen.queryByText(say('express.continue'))).toBeNull()
    expect(screen.queryByText(say('express.continueShort'))).toBeNull()
  })
})

it('the parcel goes where the driver lives, until another country is chosen', async () => {
  const page = openExpress()
  await holds(page, 'shipping_country', 'us')
  await page.choose('country_of_residence', 'de')
  await holds(page, 'shipping_country', 'de')
  await page.choose('shipping_country', 'fr')
  await page.choose('country_of_residence', 'it')
  await holds(page, 'country_of_residence', 'it')
  expect(page.control('shipping_country').value).toBe('fr')
})

it('the calling code is that of the licence, until another one is chosen', async () => {
  const page = openExpress()
  await holds(page, 'dialCode', 'us')
  await page.choose('license_issued', 'br')
  await holds(page, 'dialCode', 'br')
  // Where the driver lives says nothing of the number.
  await page.choose('country_of_residence', 'de')
  await holds(page, 'country_of_residence', 'de')
  expect(page.control('dialCode').value).toBe('br')
  await page.choose('dialCode', 'pt')
  await page.choose('license_issued', 'fr')
  await waitFor(() =>
    expect(page.api.checkout().state).toMatchObject({
      dialCode: 'pt',
      customer: { license_issued: 'fr', country_of_residence: 'de' },
    }),
  )
  expect(page.control('dialCode').value).toBe('pt')
})
