import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { rightForm } from '../../../tests/support/driver-cases'
import { begun, openDriver, permits } from '../../../tests/support/driver-step'
import { english as say } from '../../../tests/support/texts'

const builtIn = await permits()

/** The first step of a driver who goes to these destinations, with every other answer right. */
const openTrip = (destinations: string[], page: Parameters<typeof openDriver>[0] = {}) =>
  openDriver({ permits: builtIn, state: begun({ ...rightForm, destinations }), ...page })

const about = (key: string, country: string, count = 3) =>
  say('permits:about', { country, sentence: say(`permits:verdict.${key}`, { country, count }) })
const understood = (country: string) =>
  screen.getByLabelText<HTMLInputElement>(say('permits:acknowledge.not_accepted', { country }))

describe('a destination', () => {
  it.each([
    ['fr', 'accepted', 'France', 3],
    ['it', 'printed_only', 'Italy', 3],
    ['es', 'one_year_printed', 'Spain', 1],
  ])('%s has its verdict: %s', async (id, key, country, count) => {
    openTrip([id])
    expect(await screen.findByText(about(key, country, count))).toBeDefined()
  })

  it('that accepts a printed permit says so, and when its rules were checked', async () => {
    openTrip(['it'])
    expect(await screen.findByText(say('permits:lines.printed_only'))).toBeDefined()
    const checked = say('permits:checked', { date: 'November 21, 2026' })
    expect(screen.getByText(checked)).toBeDefined()
  })

  it.each(['es', 'jp', 'x-bali'])('%s has a note of its own', async id => {
    openTrip([id])
    expect(await screen.findByText(say(`permits:notes.${id}`))).toBeDefined()
  })

  it('that issued the licence needs no permit', async () => {
    openTrip(['us'])
    const home = say('permits:home', { country: 'United States' })
    expect(await screen.findByText(home)).toBeDefined()
    expect(screen.queryByText(about('accepted', 'United States'))).toBeNull()
  })

  it('beside others has its verdict in the order of the destinations', async () => {
    openTrip(['fr', 'jp', 'es'])
    const verdicts = [
      about('accepted', 'France'),
      say('permits:verdict.not_accepted', { country: 'Japan' }),
      about('one_year_printed', 'Spain', 1),
    ]
    await screen.findByText(about('accepted', 'France'))
    const shown = [...document.querySelectorAll('[aria-live] p')].map(
      line => line.textContent ?? '',
    )
    expect(shown.filter(text => verdicts.includes(text))).toEqual(verdicts)
  })

  it('that is taken off again has none', async () => {
    const form = openTrip(['x-bali'])
    const note = say('permits:notes.x-bali')
    await screen.findByText(note)
    const remove = say('pickers:remove', { name: 'Bali (Indonesia)' })
    await form.user.click(screen.getByRole('button', { name: remove }))
    expect(screen.queryByText(note)).toBeNull()
    await waitFor(() => expect(form.api.checkout().state.destinations).toEqual([]))
  })
})

describe('a destination that accepts no permit', () => {
  const missing = say('driver-issues:acknowledgements.missing', { country: 'Japan' })

  it('has to be understood before the customer goes on', async () => {
    const form = openTrip(['jp'])
    await screen.findByText(say('permits:notes.jp'))
    await form.goOn()
    await waitFor(() => expect(document.activeElement).toBe(understood('Japan')))
    expect(form.error('not_accepted:jp')).toBe(missing)
    expect(form.opened).not.toHaveBeenCalled()
    await form.user.click(understood('Japan'))
    expect(form.error('not_accepted:jp')).toBeNull()
    await waitFor(() =>
      expect(form.api.checkout().state.acknowledgements).toEqual(['not_accepted:jp']),
    )
    await form.goOn()
    await form.reaches('/v2/upload-photos/')
  })

  it('asks again once it is not understood any more', async () => {
    const state = {
      ...begun({ ...rightForm, destinations: ['jp'] }),
      acknowledgements: ['not_accepted:jp'],
    }
    const form = openTrip([], { state })
    await screen.findByText(say('permits:notes.jp'))
    expect(understood('Japan').checked).toBe(true)
    await form.user.click(understood('Japan'))
    await form.goOn()
    await waitFor(() => expect(form.error('not_accepted:jp')).toBe(missing))
  })

  it('comes first among the mistakes', async () => {
    const form = openTrip([], { state: begun({ ...rightForm, destinations: ['jp'], email: '' }) })
    await screen.findByText(say('permits:notes.jp'))
    await form.goOn()
    expect(await form.listed()).toEqual([missing, say('driver-issues:email.missing')])
    await waitFor(() => expect(document.activeElement).toBe(understood('Japan')))
  })
})

describe('a residence', () => {
  const refused = say('permits:issuing.no', { country: 'Portugal' })

  it('that no permit is issued to is explained, and leaves nothing to go on with', async () => {
    const form = openTrip([], { permits: await permits({ pt: { from_: 'no' } }) })
    const button = say('driver-details:continue')
    await form.choose('country_of_residence', 'pt')
    expect(await screen.findByText(refused)).toBeDefined()
    expect(screen.queryByText(button)).toBeNull()
    expect(form.isWrong('country_of_residence')).toBe(false)
    await form.choose('country_of_residence', 'us')
    expect(screen.queryByText(refused)).toBeNull()
    expect(screen.getByText(button)).toBeDefined()
  })

  it('that permits are issued to on conditions is explained, and can go on', async () => {
    const conditions = { pt: { from_: 'yes_with_conditions' as const } }
    const form = openTrip([], { permits: await permits(conditions) })
    await form.choose('country_of_residence', 'pt')
    const told = say('permits:issuing.yes_with_conditions', { country: 'Portugal' })
    expect(await screen.findByText(told)).toBeDefined()
    await form.goOn()
    await form.reaches('/v2/upload-photos/')
  })
})
