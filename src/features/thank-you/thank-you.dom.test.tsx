import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { WireCheckout } from '@/contract/checkout'
import { ThankYou } from '@/features/thank-you/thank-you'
import { renderPart } from '../../../tests/support/render-part'
import { translateEnglish as translate } from '../../../tests/support/texts'

const paidOrder = {
  id: 'A1',
  status: 'paid',
  total: 88,
  refunded: 0,
  currency: 'USD',
  paid_at: '2026-11-20T10:00:00.000Z',
  charged: null,
} as const
const paid: Partial<WireCheckout> = { status: 'paid', order: paidOrder }
const labels = {
  change: translate('thank-you:email.change'),
  save: translate('thank-you:email.save'),
}

/** The page of a paid order, whose correction of the email address gets this answer. */
const correctEmail = async (answer: () => Response, readAnswer?: () => Error) => {
  const part = renderPart(<ThankYou methods={[]} newOrderButton={null} />, {
    checkout: paid,
    answers: {
      'PATCH orders/': answer,
      ...(readAnswer && { 'GET checkout/': readAnswer }),
    },
  })
  part.api.setCheckout({
    ...part.store.getState().checkout,
    order: { ...paidOrder, status: 'refunded', refunded: 88 },
  })
  await part.user.click(screen.getByText(labels.change))
  await part.user.click(screen.getByRole('button', { name: labels.save }))
  return part
}

const refuse = (code: string) => () => Response.json({ detail: '', code }, { status: 409 })

it.each(['closed', 'refunded'])(
  'an email address is not corrected any more: the form says why (%s)',
  async code => {
    await correctEmail(refuse(code), () => new TypeError('offline'))
    await screen.findByText(translate('thank-you:email.closed'))
  },
)

it('an order that was refunded meanwhile has no form for its email address', async () => {
  await correctEmail(refuse('refunded'))
  await waitFor(() => expect(screen.queryByRole('button', { name: labels.save })).toBeNull())
  expect(screen.queryByText(labels.change)).toBeNull()
})
