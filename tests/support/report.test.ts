import { describe, expect, it } from 'vitest'
import {
  countOfReport,
  countOfRun,
  describeKinds,
  listSlowestTests,
  readReport,
  sum,
} from './report'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map(test => ({ status: test })),
})
const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }

describe('the count of a run', () => {
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

  it('counts a missing report as a failure, even after exit code 0', () => {
    expect(countOfRun(readReport('/nowhere/report.json'), true).failed).toBe(1)
    expect(countOfRun(readReport('/nowhere/report.json'), false).failed).toBe(1)
  })

  it('adds up the runners', () => {
    const count = { passed: 2, failed: 1, skipped: 0 }
    expect(sum([count, { passed: 3, failed: 0, skipped: 1 }])).toEqual({
      passed: 5,
      failed: 1,
      skipped: 1,
    })
  })
})

describe('the closing table', () => {
  const test = (fullName: string, duration: number | null) => ({
    status: 'passed',
    fullName,
    duration,
  })
  const unit = {
    testResults: [
      { status: 'passed', name: '/src/a.test.ts', assertionResults: [test('is quick', 3)] },
      {
        status: 'passed',
        name: '/src/b.test.ts',
        assertionResults: [test('is slow', 4_200), test('has no time', null)],
      },
    ],
  }
  const journey = (title: string, ...durations: number[]) => ({
    title,
    tests: [{ projectName: 'phone', results: durations.map(duration => ({ duration })) }],
  })
  const journeys = {
    stats,
    errors: [],
    suites: [
      {
        title: 'paypal.test.ts',
        specs: [journey('a customer pays', 9_000)],
        suites: [{ title: 'without windows', specs: [journey('comes back', 2_000, 8_000)] }],
      },
    ],
  }

  it('lists the slowest tests of each runner, the slowest first', () => {
    expect(listSlowestTests(unit, 2)).toEqual([
      { name: 'b.test.ts › is slow', milliseconds: 4_200 },
      { name: 'a.test.ts › is quick', milliseconds: 3 },
    ])
    expect(listSlowestTests(journeys, 10)).toEqual([
      { name: '[phone] paypal.test.ts › without windows › comes back', milliseconds: 10_000 },
      { name: '[phone] paypal.test.ts › a customer pays', milliseconds: 9_000 },
    ])
  })

  it('has a line per kind with its tests, minutes and share, and a total', () => {
    const count = (passed: number) => ({ passed, failed: 0, skipped: 0 })
    const table = describeKinds([
      {
        name: 'unit',
        count: count(5_000),
        milliseconds: 30_000,
        slowest: listSlowestTests(unit, 1),
      },
      { name: 'e2e', count: count(300), milliseconds: 90_000, slowest: [] },
    ])
    expect(table.split('\n')).toEqual([
      'kind        tests  minutes  share',
      'unit         5000      0.5   25 %',
      'e2e           300      1.5   75 %',
      'all          5300      2.0  100 %',
      '',
      'The slowest of unit, in seconds:',
      '    4.2  b.test.ts › is slow',
    ])
  })
})
