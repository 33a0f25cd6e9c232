import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { rightForm } from '../../../tests/support/driver-cases'
import {
  buildStartState,
  createPermits,
  renderDriverStep,
} from '../../../tests/support/driver-step'
import { translateEnglish as translate } from '../../../tests/support/texts'

const builtInPermits = await createPermits()

/** Step 1 with these destinations; every other answer is valid. */
const openTrip = (destinations: string[], page: Parameters<typeof renderDriverStep>[0] = {}) =>
  renderDriverStep({
    permits: builtInPermits,
    state: buildStartState({ ...rightForm, destinations }),
    ...page,
  })

const formatLine = (key: string, country: string, count = 3) =>
  translate('permits:brief.country', { country }) + translate(`permits:brief.${key}`, { count })
/** The line of each destination, once the verdicts are loaded. */
const listLines = () =>
  waitFor(() => {
    const lines = [...document.querySelectorAll('[aria-live] :is(summary, p:has(b))')]
    expect(lines.length).toBeGreaterThan(0)
    return lines.map(({ textContent }) => textContent)
  })
const getAcknowledgementCheckbox = (country: string) =>
  screen.getByLabelText<HTMLInputElement>(
    translate('permits:acknowledge.not_accepted', { country }),
  )

describe('a destination', () => {
  it.each([
    ['fr', 'accepted', 'France', 3],
    ['it', 'printed_only', 'Italy', 3],
    ['es', 'one_year_printed', 'Spain', 1],
  ])('%s shows its verdict: %s', async (id, key, country, count) => {
    openTrip([id])
    expect(await listLines()).toEqual([formatLine(key, country, count)])
  })

  it('that accepts printed permits shows this and when its rules were checked', async () => {
    openTrip(['it'])
    expect(await screen.findByText(translate('permits:lines.printed_only'))).toBeDefined()
    const checkedText = translate('permits:checked', { date: 'November 21, 2026' })
    expect(screen.getByText(checkedText)).toBeDefined()
  })

  it.each(['es', 'jp', 'x-bali'])('%s has its own note', async id => {
    openTrip([id])
    expect(await screen.findByText(translate(`permit-notes:${id}`))).toBeDefined()
  })

  it('that issued the licence needs no permit', async () => {
    openTrip(['us'])
    expect(await listLines()).toEqual([formatLine('home', 'United States')])
  })

  it('among others has its verdict in the order of the destinations', async () => {
    openTrip(['fr', 'jp', 'es'])
    expect(await listLines()).toEqual([
      formatLine('accepted', 'France'),
      formatLine('not_accepted', 'Japan'),
      formatLine('one_year_printed', 'Spain', 1),
    ])
  })

  it('that was removed has no verdict', async () => {
    const form = openTrip(['x-bali'])
    const note = translate('permit-notes:x-bali')
    await screen.findByText(note)
    const removeLabel = translate('pickers:remove', { name: 'Bali (Indonesia)' })
    await form.user.click(screen.getByRole('button', { name: removeLabel }))
    expect(screen.queryByText(note)).toBeNull()
    await waitFor(() => expect(form.api.checkout().state.destinations).toEqual([]))
  })
})

describe('a destination that accepts no permit', () => {
  const missingText = translate('driver-issues:acknowledgements.missing', { country: 'Japan' })

  it('must be acknowledged before the customer can continue', async () => {
    const form = openTrip(['jp'])
    await screen.findByText(translate('permit-notes:jp'))
    await form.pressContinue()
    await waitFor(() => expect(document.activeElement).toBe(getAcknowledgementCheckbox('Japan')))
    expect(form.error('not_accepted:jp')).toBe(missingText)
    expect(form.pushSpy).not.toHaveBeenCalled()
    await form.user.click(getAcknowledgementCheckbox('Japan'))
    expect(form.error('not_accepted:jp')).toBeNull()
    await waitFor(() =>
      expect(form.api.checkout().state.acknowledgements).toEqual(['not_accepted:jp']),
    )
    await form.pressContinue()
    await form.expectRoute('/v2/upload-photos/')
  })

  it('asks again after the acknowledgement is withdrawn', async () => {
    const state = {
      ...buildStartState({ ...rightForm, destinations: ['jp'] }),
      acknowledgements: ['not_accepted:jp'],
    }
    const form = openTrip([], { state })
    await screen.findByText(translate('permit-notes:jp'))
    expect(getAcknowledgementCheckbox('Japan').checked).toBe(true)
    await form.user.click(getAcknowledgementCheckbox('Japan'))
    await form.pressContinue()
    await waitFor(() => expect(form.error('not_accepted:jp')).toBe(missingText))
  })

  it('is the first error in the list', async () => {
    const form = openTrip([], {
      state: buildStartState({ ...rightForm, destinations: ['jp'], email: '' }),
    })
    await screen.findByText(translate('permit-notes:jp'))
    await form.pressContinue()
    expect(await form.listSummaryLinks()).toEqual([
      missingText,
      translate('driver-issues:email.missing'),
    ])
    await waitFor(() => expect(document.activeElement).toBe(getAcknowledgementCheckbox('Japan')))
  })
})

describe('a country of residence', () => {
  const refusalText = translate('permits:issuing.no', { country: 'Portugal' })

  it('without permits for its residents is explained and hides Continue', async () => {
    const form = openTrip([], { permits: await createPermits({ pt: { from_: 'no' } }) })
    const buttonText = translate('driver-details:continue')
    await form.choose('country_of_residence', 'pt')
    expect(await screen.findByText(refusalText)).toBeDefined()
    expect(screen.queryByText(buttonText)).toBeNull()
    expect(form.isInvalid('country_of_residence')).toBe(false)
    await form.choose('country_of_residence', 'us')
    expect(screen.queryByText(refusalText)).toBeNull()
    expect(screen.getByText(buttonText)).toBeDefined()
  })

  it('with conditions for its residents is explained and lets the customer continue', async () => {
    const conditions = { pt: { from_: 'yes_with_conditions' as const } }
    const form = openTrip([], { permits: await createPermits(conditions) })
    await form.choose('country_of_residence', 'pt')
    const noticeText = translate('permits:issuing.yes_with_conditions', { country: 'Portugal' })
    expect(await screen.findByText(noticeText)).toBeDefined()
    await form.pressContinue()
    await form.expectRoute('/v2/upload-photos/')
  })
})
