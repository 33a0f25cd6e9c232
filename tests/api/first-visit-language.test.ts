import { expect, it } from 'vitest'
import { stepPage } from '@/server/pages/step-page'
import { startCheckout } from '../support/customer'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

withShop()

const driverDetails = stepPage('driver-details', ['driver-details'])
const headers = { 'accept-language': 'fa-IR,fa' }

it('the browser’s language is the page’s from the first visit on, and is stored', async () => {
  const { props } = await renderPage(driverDetails, { headers })
  expect(props).toMatchObject({ language: 'fa', dir: 'rtl', notice: null })
  const { state } = await startCheckout({}, { headers })
  expect(state.language).toBe('fa')
})
