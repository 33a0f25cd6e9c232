import { screen } from '@testing-library/react'
import router from 'next/router'
import { vi } from 'vitest'
import { buildAddressFormat } from '@/domain/address/address-format'
import { addressRows } from '@/domain/address/address-rows'
import { stateRows } from '@/domain/address/address-states'
import ExpressInfoPage from '@/pages/express/info'
import { buildStartState, createNavigationHelpers, driverControls } from './driver-step'
import { renderPart } from './render-part'
import type { PageOverrides } from './served-page'
import { translateEnglish as translate } from './texts'

// Server-side code of the page cannot run in a DOM.
vi.mock('@/server/pages/step-page', () => ({ stepPage: () => undefined }))

interface ExpressOptions extends Omit<PageOverrides, 'checkout'> {
  state?: ReturnType<typeof buildStartState>
}

const dhl = { code: 'dhl', name: 'DHL', price: 19, min_delivery: 2, max_delivery: 4 }

/** Renders the first page of the express checkout over a server that delivers to every country. */
export function renderExpressPage({ state = buildStartState(), ...page }: ExpressOptions = {}) {
  const pushSpy = vi.spyOn(router, 'push')
  const part = renderPart(
    <ExpressInfoPage delivery={{ country: 'us', currency: state.currency, methods: [dhl] }} />,
    {
      address: buildAddressFormat('us', addressRows['US'], stateRows['US']),
      ...page,
      checkout: { state },
      answers: {
        'POST shipping/shipping-methods/': () => ({ shipping_methods: [dhl] }),
        'POST customers/track-event/': () => ({ data: { event: 'add-to-cart' } }),
        'GET travel-products/': () => ({ travel_products: [] }),
      },
    },
  )
  return {
    ...part,
    ...driverControls(),
    pushSpy,
    ...createNavigationHelpers(pushSpy),
    /** Presses the button of the phone's bar, which has the same text on every part. */
    pressContinue: () =>
      part.user.click(screen.getAllByText(translate('express.continueShort')).at(-1) as Element),
  }
}
