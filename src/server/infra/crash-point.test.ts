import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'

let kill: MockInstance<typeof process.kill>
beforeEach(() => {
  kill = vi.spyOn(process, 'kill').mockReturnValue(true)
})

/** Reaches a crash point in a process with these variables. */
async function runUntil(point: 'charged' | 'settled', variables: Record<string, string>) {
  vi.resetModules()
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const { crashAt } = await import('@/server/infra/crash-point')
  crashAt(point)
}

describe('a crash point', () => {
  it('kills the process whose FAILPOINT names it', async () => {
    await runUntil('charged', { PAYMENTS: 'sandbox', FAILPOINT: 'charged' })
    expect(kill).toHaveBeenCalledWith(process.pid, 'SIGKILL')
  })

  it.each([
    ['with live payments', 'charged', { PAYMENTS: 'live', FAILPOINT: 'charged' }],
    ['without PAYMENTS', 'charged', { PAYMENTS: '', FAILPOINT: 'charged' }],
    ['when FAILPOINT names another one', 'settled', { PAYMENTS: 'sandbox', FAILPOINT: 'charged' }],
    ['without FAILPOINT', 'settled', { PAYMENTS: 'sandbox', FAILPOINT: '' }],
  ] as const)('does nothing %s', async (_, point, variables) => {
    await runUntil(point, variables)
    expect(kill).not.toHaveBeenCalled()
  })
})
