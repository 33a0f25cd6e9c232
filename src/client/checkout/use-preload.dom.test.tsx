import { fireEvent, screen } from '@testing-library/react'
import router from 'next/router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { usePreloadPage } from '@/client/checkout/use-preload'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { renderPart } from '../../../tests/support/render-part'

const nextRoute = '/v2/review/'
let idleCallbacks: (() => void)[]
let prefetch: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  idleCallbacks = []
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idleCallbacks.push(callback))
  prefetch = vi.spyOn(router, 'prefetch')
})
afterEach(() => void Reflect.deleteProperty(navigator, 'connection'))

function Step() {
  usePreloadPage(nextRoute)
  return (
    <>
      <button type="button">Help</button>
      <main>
        <h1 tabIndex={-1}>Step</h1>
        <input />
      </main>
    </>
  )
}

const openStep = (step: number) =>
  renderPart(<Step />, { checkout: { state: { ...emptyCheckout, step } } })

function runIdleCallbacks(): void {
  for (const callback of idleCallbacks.splice(0)) callback()
}

describe('the next page', () => {
  it.each(['focusIn', 'input'] as const)(
    'is preloaded once, idle, after the first %s of a field',
    name => {
      openStep(1)
      fireEvent[name](screen.getByRole('heading'))
      fireEvent[name](screen.getByRole('button'))
      expect(idleCallbacks).toEqual([])
      fireEvent[name](screen.getByRole('textbox'))
      expect(prefetch).not.toHaveBeenCalled()
      fireEvent[name](screen.getByRole('textbox'))
      runIdleCallbacks()
      expect(prefetch).toHaveBeenCalledExactlyOnceWith(nextRoute)
    },
  )

  it('is preloaded at once for a customer beyond the first step', () => {
    openStep(2)
    expect(prefetch).not.toHaveBeenCalled()
    runIdleCallbacks()
    expect(prefetch).toHaveBeenCalledExactlyOnceWith(nextRoute)
  })

  it.each([{ saveData: true }, { effectiveType: 'slow-2g' }, { effectiveType: '2g' }])(
    'is not preloaded with %j',
    connection => {
      Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
      openStep(2)
      fireEvent.input(screen.getByRole('textbox'))
      expect(idleCallbacks).toEqual([])
    },
  )

  it('is preloaded in browsers without idle callbacks', async () => {
    Reflect.deleteProperty(globalThis, 'requestIdleCallback')
    openStep(2)
    await vi.waitFor(() => expect(prefetch).toHaveBeenCalledExactlyOnceWith(nextRoute))
  })
})
