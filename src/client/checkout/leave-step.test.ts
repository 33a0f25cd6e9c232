import { describe, expect, it, vi } from 'vitest'
import { leaveStep } from '@/client/checkout/leave-step'
import router from '../../../tests/support/router'

const openAnotherPage = () => router.go('/v2/driver-details')

describe('a step that is saved', () => {
  it('is left once, although the server accepts it before the response is read', async () => {
    const leave = vi.fn(async () => openAnotherPage())
    const setUnsaved = vi.fn()
    const save = async (leaveEarly: () => void) => {
      leaveEarly()
      return true
    }
    await leaveStep({ save, leave, setUnsaved })
    expect(leave).toHaveBeenCalledOnce()
    expect(setUnsaved).not.toHaveBeenCalled()
  })

  it('is not left by a customer who has opened another page meanwhile', async () => {
    const leave = vi.fn()
    const save = async (leaveEarly: () => void) => {
      openAnotherPage()
      leaveEarly()
      return true
    }
    await leaveStep({ save, leave, setUnsaved: vi.fn() })
    expect(leave).not.toHaveBeenCalled()
  })

  it('is left by the next press after a page that was opened meanwhile', async () => {
    const leave = vi.fn()
    openAnotherPage()
    await leaveStep({ save: async () => true, leave, setUnsaved: vi.fn() })
    expect(leave).toHaveBeenCalledOnce()
  })
})
