import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { WireCheckout } from '@/contract/checkout'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'
import { ThankYou } from '@/features/thank-you/thank-you'
import { renderPart } from '../../../tests/support/render-part'
import { completeCheckout } from '../../../tests/support/sample-checkout'
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
  const part = renderPart(<ThankYou />, {
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

it('a corrected email address is confirmed where the customer looks', async () => {
  const { user } = renderPart(<ThankYou />, {
    checkout: paid,
    answers: {
      'PATCH orders/': () => Response.json({ id: 'A1', email: 'ana@example.com', version: 2 }),
    },
  })
  await user.click(screen.getByText(labels.change))
  await user.click(screen.getByRole('button', { name: labels.save }))
  const { email } = completeCheckout.customer
  await waitFor(() =>
    expect(document.activeElement?.textContent).toBe(translate('thank-you:email.saved', { email })),
  )
})

it('an order that was refunded meanwhile has no form for its email address', async () => {
  await correctEmail(refuse('refunded'))
  await waitFor(() => expect(screen.queryByRole('button', { name: labels.save })).toBeNull())
  expect(screen.queryByText(labels.change)).toBeNull()
})

describe('the next steps of a paid order', () => {
  afterEach(() => void vi.useRealTimers())

  /** The page at noon in UTC, which is the same day in most time zones, ten minutes after the payment. */
  function openAtNoon(
    photoCount: number,
    {
      addedAt = '2026-11-20T09:00:00.000Z',
      doubtful = [],
    }: { addedAt?: string; doubtful?: DocumentType[] } = {},
  ) {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:10:00.000Z') })
    const images = documentTypes.slice(0, photoCount).map(type => ({
      id: type,
      type,
      revision: 1,
      needs_review: doubtful.includes(type),
      added_at: addedAt,
    }))
    const state = { ...completeCheckout, approval_documents: { add_later: true, images } }
    return renderPart(<ThankYou />, {
      checkout: { ...paid, state },
      beforeScripts: () => undefined,
    })
  }

  const formatTime = (time: string) =>
    new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' }).format(new Date(time))

  it('have times in the customer’s zone once the photos are in', () => {
    openAtNoon(4)
    const text = document.body.textContent ?? ''
    const time = formatTime('2026-11-20T10:20:00.000Z')
    expect(text).toContain(translate('thank-you:next.byToday', { time }))
    expect(text).toContain(
      translate('thank-you:next.today', { time: formatTime('2026-11-20T09:00:00.000Z') }),
    )
    expect(text).not.toContain('UTC')
    expect(text).not.toContain(translate('thank-you:photos.text'))
  })

  it('name the day of a time that is not today', () => {
    openAtNoon(4, { addedAt: '2026-11-15T09:00:00.000Z' })
    expect(document.body.textContent).toContain('Sun, Nov 15, ')
  })

  it('have the same dates for the parcel while photos are missing, and say until when', () => {
    openAtNoon(4)
    const [, , print, arrival] = screen.getAllByRole('listitem').map(item => item.textContent ?? '')
    expect(print).toContain('Mon, Nov 23')
    const dates = arrival?.match(/[A-Z]\w\w, Nov \d+/g)
    expect(dates).toHaveLength(2)
    document.body.replaceChildren()
    openAtNoon(1)
    const text = document.body.textContent ?? ''
    for (const date of ['Mon, Nov 23', ...(dates ?? [])]) expect(text).toContain(date)
    // The cutoff is midnight in UTC: a time of day elsewhere.
    expect(text).toMatch(/If your photos are in by (the end of today\.|.*\d:\d\d)/)
    expect(text).toContain(translate('thank-you:next.within.urgent'))
  })

  it('lead to each missing photo', () => {
    openAtNoon(1)
    const short = (type: string) => translate(`thank-you:photos.short.${type}`)
    expect(screen.getByRole('link', { name: short('signature') }).getAttribute('href')).toContain(
      'doc=signature',
    )
    expect(screen.queryByRole('link', { name: short('profile') })).toBeNull()
    expect(screen.getByRole('img', { name: translate('thank-you:photos.added') })).toBeDefined()
    expect(screen.queryByText(translate('photos:there.retakeText'))).toBeNull()
  })

  it('lead to each photo that may need a retake, until it is replaced', () => {
    const { store } = openAtNoon(4, { doubtful: ['license_back', 'profile'] })
    expect(screen.getByText(translate('photos:there.retake', { count: 2 }))).toBeDefined()
    const linkName = (type: string) =>
      `${translate(`thank-you:photos.${type}`)} ${translate('photos:there.replace')}`
    expect(screen.getByRole('link', { name: linkName('profile') }).getAttribute('href')).toBe(
      '/checkouts/v2/upload-photos/?doc=profile',
    )
    const upload = { state: 'uploading', picture: null, percent: 40 } as const
    act(() => store.setState({ uploads: { profile: upload } }))
    expect(screen.getByText(translate('photos:there.retake', { count: 1 }))).toBeDefined()
    expect(screen.queryByRole('link', { name: linkName('profile') })).toBeNull()
    expect(screen.getByRole('link', { name: linkName('license_back') })).toBeDefined()
  })
})
