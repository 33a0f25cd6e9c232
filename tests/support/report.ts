import { existsSync, readFileSync } from 'node:fs'

/** How many tests passed and failed, and what was left out. */
export interface Count {
  passed: number
  failed: number
  skipped: number
}

interface VitestReport {
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/**
 * Counts the tests of a Vitest or Playwright JSON report. A run that ended badly always counts at
 * least one failure: a report that is missing or knows of none is not believed over the exit code.
 */
export function countOfRun(report: string, hasEndedWell: boolean): Count {
  const count = existsSync(report)
    ? countOfReport(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 1, skipped: 0 }
  const isUncounted = !hasEndedWell && count.failed === 0
  return isUncounted ? { ...count, failed: 1 } : count
}

/** Counts the tests of a report that was read. */
export function countOfReport(report: VitestReport | PlaywrightReport): Count {
  return 'stats' in report ? playwrightCount(report) : vitestCount(report)
}

export function sum(counts: Count[]): Count {
  const total = (key: keyof Count) => counts.reduce((all, count) => all + count[key], 0)
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') }
}

function playwrightCount({ stats, errors }: PlaywrightReport): Count {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }
}

function vitestCount({ testResults }: VitestReport): Count {
  return sum(
    testResults.map(({ status, assertionResults }) => {
      const number = (...wanted: string[]) =>
        assertionResults.filter(result => wanted.includes(result.status)).length
      const failed = number('failed')
      return {
        passed: number('passed'),
        // A file that could not be loaded has failed without naming a test.
        failed: status === 'failed' && failed === 0 ? 1 : failed,
        skipped: number('skipped', 'pending', 'todo', 'disabled'),
      }
    }),
  )
}
