import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { WireCheckout } from '@/contract/checkout'
import { useCheckoutBeforeMove } from '@/features/shell/use-checkout-before-move'
import { renderPart } from '../../../tests/support/render-part'

function Probe() {
  const before = useCheckoutBeforeMove()
  return <p data-testid="before">{before ? before.quote?.total : 'none'}</p>
}

/** Renders the probe; `answer` is a response of the server with a total and a place. */
function renderProbe() {
  const { store } = renderPart(<Probe />)
  const answer = (total: number, country: string, state = 'TX', category = 'physical') => {
    const { checkout } = store.getState()
    const next = {
      ...checkout,
      quote: { ...checkout.quote, total },
      state: {
        ...checkout.state,
        category,
        shipping: { ...checkout.state.shipping, country, state },
      },
    } as WireCheckout
    act(() => store.setState({ checkout: next }))
  }
  return {
    answer,
    before: () => screen.getByTestId('before').textContent,
  }
}

it('names the total just before the country changed, also after other choices', () => {
  const { answer, before } = renderProbe()
  answer(88, 'us')
  expect(before()).toBe('none')
  answer(116, 'in')
  expect(before()).toBe('88')
})

it('compares nothing once another choice has changed the total', () => {
  const { answer, before } = renderProbe()
  answer(88, 'us')
  answer(116, 'in')
  answer(140, 'in')
  expect(before()).toBe('none')
})

it('names the total before the first of several moves, also to another state', () => {
  const { answer, before } = renderProbe()
  answer(88, 'us')
  answer(93, 'us', 'CA')
  expect(before()).toBe('88')
  answer(116, 'in')
  expect(before()).toBe('88')
})

it('compares nothing after Continue', () => {
  const { answer, before } = renderProbe()
  answer(88, 'us')
  answer(116, 'in')
  act(() => void document.body.dispatchEvent(new Event('submit', { bubbles: true })))
  expect(before()).toBe('none')
})

it('compares nothing when another format has emptied the address', () => {
  const { answer, before } = renderProbe()
  answer(113, 'us', 'CA')
  answer(29, 'us', '', 'digital')
  expect(before()).toBe('none')
})
