import { describe, expect, it } from 'vitest'
import { countOfReport, countOfRun, sum } from './report'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map(test => ({ status: test })),
})
const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }

describe('the closing line tells the truth', () => {
  it.each([
    [
      'every test of every file',
      [file('passed', 'passed', 'passed'), file('passed', 'passed')],
      3,
      0,
      0,
    ],
    ['a failed test beside good ones', [file('failed', 'passed', 'failed')], 1, 1, 0],
    ['a file that could not be loaded', [file('failed')], 0, 1, 0],
    ['a test that was left out', [file('passed', 'passed', 'pending', 'todo')], 1, 0, 2],
  ])('counts %s', (_, testResults, passed, failed, skipped) => {
    expect(countOfReport({ testResults })).toEqual({ passed, failed, skipped })
  })

  it.each([
    ['good and bad journeys', { ...stats, expected: 3, unexpected: 2 }, [], 3, 2, 0],
    ['a product that did not start', stats, ['no product'], 0, 1, 0],
    ['journeys not reached', { ...stats, expected: 1, skipped: 4 }, [], 1, 0, 4],
  ])('counts %s', (_, stats, errors, passed, failed, skipped) => {
    expect(countOfReport({ stats, errors })).toEqual({ passed, failed, skipped })
  })

  it('believes a missing report to be a failure, even after a good end', () => {
    expect(countOfRun('/nowhere/report.json', true).failed).toBe(1)
    expect(countOfRun('/nowhere/report.json', false).failed).toBe(1)
  })

  it('adds the runners up', () => {
    const one = { passed: 2, failed: 1, skipped: 0 }
    expect(sum([one, { passed: 3, failed: 0, skipped: 1 }])).toEqual({
      passed: 5,
      failed: 1,
      skipped: 1,
    })
  })
})
