import { afterEach, describe, expect, test, vi } from 'vitest'
import { ExpressElement } from '@/sandbox/browser/express-element'

afterEach(() => vi.unstubAllGlobals())

/** The buttons on a device with these wallets, as a shop hears of them. */
function buttonsOn(wallets: string) {
  const cookies = new EventTarget()
  vi.stubGlobal('document', { cookie: `sandbox_wallets=${wallets}` })
  vi.stubGlobal('cookieStore', cookies)
  const group = { options: {}, forget: () => undefined }
  const element = new ExpressElement({ type: 'expressCheckout', options: {}, base: '', group })
  const heard: unknown[] = []
  element.on('availablepaymentmethodschange', ({ paymentMethods }: { paymentMethods: unknown }) =>
    heard.push(paymentMethods),
  )
  element.isReady = true
  element.onReady()
  const deviceHas = (wallets: string) => {
    vi.stubGlobal('document', { cookie: `sandbox_wallets=${wallets}` })
    cookies.dispatchEvent(new Event('change'))
  }
  return { element, heard, deviceHas }
}

describe('the wallets’ buttons', () => {
  test('tell of a wallet that the device has no more, and of none that stays', () => {
    const { heard, deviceHas } = buttonsOn('apple_pay,google_pay')
    deviceHas('apple_pay,google_pay')
    expect(heard).toEqual([])
    deviceHas('apple_pay')
    expect(heard).toEqual([{ applePay: { available: true }, googlePay: { available: false } }])
    deviceHas('')
    expect(heard.at(-1)).toBeUndefined()
    expect(heard).toHaveLength(2)
  })

  test('tell of what the shop itself has put away', () => {
    const { element, heard } = buttonsOn('apple_pay,google_pay')
    element.update({ paymentMethods: { applePay: 'never' } })
    expect(heard).toEqual([{ applePay: { available: false }, googlePay: { available: true } }])
  })
})
