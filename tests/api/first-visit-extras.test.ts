import { expect, it } from 'vitest'
import { stepPage } from '@/server/pages/step-page'
import { startCheckout } from '../support/customer'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

withShop()

const driverDetails = stepPage('driver-details', ['driver-details'])
const luggageTag = { item_id: 11, quantity: 2 }

it('a first visit’s page has the extras of its order only, and the stored order all of them', async () => {
  const first = await renderPage(driverDetails)
  expect(first.props?.checkout.state.travelItemsData).toEqual([])
  const query = { state: JSON.stringify({ travelItemsInCart: [luggageTag] }) }
  const linked = await renderPage(driverDetails, { query })
  expect(linked.props?.checkout.state.travelItemsData).toMatchObject([{ name: 'Luggage tag' }])
  const { token } = await startCheckout()
  const stored = await renderPage(driverDetails, { token })
  expect(stored.props?.checkout.state.travelItemsData).toHaveLength(12)
})
