import { screen } from '@testing-library/react'
import router from 'next/router'
import { afterEach, expect, it } from 'vitest'
import { AnotherOrder, AnotherOrderHint } from '@/features/thank-you/another-order'
import { renderPart } from '../../../tests/support/render-part'
import { translateEnglish as translate } from '../../../tests/support/texts'

afterEach(() => {
  router.query = {}
})

const openPage = () =>
  renderPart(
    <>
      <AnotherOrderHint />
      <AnotherOrder newOrderButton={<button type="submit">start</button>} />
    </>,
  )
const findHint = () => screen.queryByRole('link', { name: translate('thank-you:another.start') })

it('a customer who asked for the start of an order finds the way to another one', () => {
  router.query = { from: 'start' }
  openPage()
  const target = findHint()?.getAttribute('href')?.slice(1) ?? ''
  expect(document.getElementById(target)?.textContent).toContain('start')
})

it('a customer who has just paid sees the order first', () => {
  openPage()
  expect(findHint()).toBeNull()
})
