import router from 'next/router'
import { vi } from 'vitest'
import { addressFormat } from '@/domain/address/address-format'
import { addressRows } from '@/domain/address/address-rows'
import { stateRows } from '@/domain/address/address-states'
import ExpressInfoPage from '@/pages/express/info'
import { begun, driverControls, goingOn, storedDriver } from './driver-step'
import { renderPart } from './render-part'
import type { Served } from './served-page'
import { english as say } from './texts'

// What makes the page on the server has no place in a DOM.
vi.mock('@/server/pages/step-page', () => ({ stepPage: () => undefined }))

interface Express extends Omit<Served, 'checkout'> {
  state?: ReturnType<typeof begun>
}

const dhl = { code: 'dhl', name: 'DHL', price: 19, min_delivery: 2, max_delivery: 4 }

/** The first page of the express checkout, over a server that delivers everywhere. */
export function openExpress({ state = begun(), ...page }: Express = {}) {
  const opened = vi.spyOn(router, 'push')
  const part = renderPart(
    <ExpressInfoPage delivery={{ country: 'us', currency: state.currency, methods: [dhl] }} />,
    {
      address: addressFormat('us', addressRows.US, stateRows.US),
      ...page,
      checkout: { state },
      answers: {
        'POST shipping/shipping-methods/': () => ({ shipping_methods: [dhl] }),
        'POST customers/track-event/': () => ({ data: { event: 'add-to-cart' } }),
        'POST customers/': made => storedDriver(made, 'driver-2'),
        'GET travel-products/': () => ({ travel_products: [] }),
      },
    },
  )
  return {
    ...part,
    ...driverControls(),
    opened,
    ...goingOn(part.user, opened, say('express.continue')),
  }
}
