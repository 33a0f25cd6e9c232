import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { acceptServerState } from '@/client/store/checkout-store'
import { notify } from '@/client/store/notifications'
import { Frame } from '@/features/shell/frame'
import { renderPart } from '../../../tests/support/render-part'
import { translateEnglish as translate } from '../../../tests/support/texts'

it('a total that another tab has changed is named until the order is paid', async () => {
  const { api, store } = renderPart(<Frame title="Payment">The payment page</Frame>)
  const { checkout } = store.getState()
  const quote = { plan: 29, urgent: 0, shipping: 0, travel: 0, discount: 0, tax: 0, total: 29 }
  api.setCheckout({ ...checkout, version: 9, quote: { ...quote, currency: 'USD' } })
  const otherTab = new BroadcastChannel('checkout')
  otherTab.postMessage({ version: 9 })
  await screen.findByText(translate('save.elsewhere'))
  otherTab.close()
  act(() => acceptServerState(store, { ...api.checkout(), version: 10 }))
  expect(screen.getByText(translate('save.elsewhere'))).toBeDefined()
  act(() => acceptServerState(store, { ...api.checkout(), version: 11, status: 'paid' }))
  await waitFor(() => expect(screen.queryByText(translate('save.elsewhere'))).toBeNull())
})

it('a notification whose text is not there yet shows no empty box', () => {
  const { store } = renderPart(<Frame title="Payment">The payment page</Frame>)
  const region = screen.getByRole('region', { name: translate('notifications.label') })
  const listTexts = () =>
    within(region)
      .queryAllByRole('listitem')
      .map(item => item.textContent)
  act(() => notify(store, 'save.loading', { values: { defaultValue: '' } }))
  expect(listTexts()).toEqual([])
  act(() => notify(store, 'save.closed'))
  expect(listTexts()).toEqual([translate('save.closed')])
})
