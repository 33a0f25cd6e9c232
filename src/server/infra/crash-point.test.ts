import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'

let kill: MockInstance<typeof process.kill>
beforeEach(() => {
  kill = vi.spyOn(process, 'kill').mockReturnValue(true)
})

/** As a process that was started with these variables meets it. */
async function runUntil(point: 'charged' | 'settled', variables: Record<string, string>) {
  vi.resetModules()
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const { crashAt } = await import('@/server/infra/crash-point')
  crashAt(point)
}

describe('a crash point', () => {
  it('kills the process that it was named to', async () => {
    await runUntil('charged', { PAYMENTS: 'sandbox', FAILPOINT: 'charged' })
    expect(kill).toHaveBeenCalledWith(process.pid, 'SIGKILL')
  })

  it.each([
    ['where money is taken', 'charged', { PAYMENTS: 'live', FAILPOINT: 'charged' }],
    ['where nobody said how is paid', 'charged', { PAYMENTS: '', FAILPOINT: 'charged' }],
    ['at another place', 'settled', { PAYMENTS: 'sandbox', FAILPOINT: 'charged' }],
    ['where none is named', 'settled', { PAYMENTS: 'sandbox', FAILPOINT: '' }],
  ] as const)('does nothing %s', async (_, point, variables) => {
    await runUntil(point, variables)
    expect(kill).not.toHaveBeenCalled()
  })
})
