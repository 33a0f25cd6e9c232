import { afterEach, describe, expect, test, vi } from 'vitest'
import { ExpressElement } from '@/sandbox/browser/express-element'

afterEach(() => vi.unstubAllGlobals())

/** Creates the element on a device with these wallets; collects its change events. */
function createExpressElement(wallets: string) {
  const cookies = new EventTarget()
  vi.stubGlobal('document', { cookie: `sandbox_wallets=${wallets}` })
  vi.stubGlobal('cookieStore', cookies)
  const group = { options: {}, removeElement: () => undefined }
  const element = new ExpressElement({ type: 'expressCheckout', options: {}, base: '', group })
  const changes: unknown[] = []
  element.on('availablepaymentmethodschange', ({ paymentMethods }: { paymentMethods: unknown }) =>
    changes.push(paymentMethods),
  )
  element.isReady = true
  element.onReady()
  const setDeviceWallets = (wallets: string) => {
    vi.stubGlobal('document', { cookie: `sandbox_wallets=${wallets}` })
    cookies.dispatchEvent(new Event('change'))
  }
  return { element, changes, setDeviceWallets }
}

describe('the wallets’ buttons', () => {
  test('report a wallet that the device no longer has, and no change otherwise', () => {
    const { changes, setDeviceWallets } = createExpressElement('apple_pay,google_pay')
    setDeviceWallets('apple_pay,google_pay')
    expect(changes).toEqual([])
    setDeviceWallets('apple_pay')
    expect(changes).toEqual([{ applePay: { available: true }, googlePay: { available: false } }])
    setDeviceWallets('')
    expect(changes.at(-1)).toBeUndefined()
    expect(changes).toHaveLength(2)
  })

  test('report a wallet that the shop has hidden', () => {
    const { element, changes } = createExpressElement('apple_pay,google_pay')
    element.update({ paymentMethods: { applePay: 'never' } })
    expect(changes).toEqual([{ applePay: { available: false }, googlePay: { available: true } }])
  })
})
