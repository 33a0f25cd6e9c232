import { describe, expect, it } from 'vitest'
import { loadForCall } from '@/client/api/lazy-api-client'

describe('the code of a call', () => {
  it('that cannot be loaded fails like a call without a network, so that it is sent again', async () => {
    const loading = loadForCall(Promise.reject(new Error('Loading chunk 7 failed')))
    await expect(loading).rejects.toMatchObject({ kind: 'offline', status: 0 })
  })
})
