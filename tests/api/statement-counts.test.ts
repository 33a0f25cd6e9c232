import { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stepPage } from '@/server/pages/step-page'
import { createPayableCheckout, readCheckout, saveCheckout } from '../support/customer'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

const shop = withShop()

// The catalog is read anew when it is a few seconds old.
beforeEach(async () => {
  shop.backend.invalidateCatalog()
  await shop.backend.catalog()
})

afterEach(() => vi.restoreAllMocks())

/** Counts the SQL statements of a task, those of its transactions included. */
async function countStatements(task: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(PGlite.prototype, 'query')
  await task()
  return query.mock.calls.length
}

describe('the database is asked', () => {
  it('once for a checkout', async () => {
    const { token } = await createPayableCheckout()
    expect(await countStatements(() => readCheckout(token))).toBe(1)
  })

  it('twice for a change', async () => {
    const { token, version } = await createPayableCheckout()
    const save = () => saveCheckout(token, version, { customer: { city: 'Boston' } })
    expect(await countStatements(save)).toBe(2)
  })

  it('not at all for a first visit', async () => {
    const visit = () => renderPage(stepPage('driver-details', []))
    expect(await countStatements(visit)).toBe(0)
  })

  it.each(['driver-details', 'shipping', 'review', 'payment'] as const)(
    'once for the page of %s',
    async step => {
      const { token } = await createPayableCheckout()
      const visit = () => renderPage(stepPage(step, []), { token })
      expect(await countStatements(visit)).toBe(1)
    },
  )
})
