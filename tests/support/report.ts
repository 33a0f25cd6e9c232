import { existsSync, readFileSync } from 'node:fs'

/** Number of passed, failed and skipped tests. */
export interface Count {
  passed: number
  failed: number
  skipped: number
}

/** A test's full name and duration. */
export interface TimedTest {
  name: string
  milliseconds: number
}

interface VitestReport {
  testResults: {
    status: string
    name?: string
    assertionResults: { status: string; fullName?: string; duration?: number | null }[]
  }[]
}

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs?: { title: string; tests: { projectName: string; results: { duration: number }[] }[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
  suites?: PlaywrightSuite[]
}

type Report = VitestReport | PlaywrightReport

/** Reads a runner's JSON report; undefined when there is none. */
export const readReport = (file: string): Report | undefined =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined

/**
 * Counts the tests of a Vitest or Playwright JSON report. A failed run counts at least one failure,
 * even if the report is missing or contains none.
 */
export function countOfRun(report: Report | undefined, hasSucceeded: boolean): Count {
  const count = report ? countOfReport(report) : { passed: 0, failed: 1, skipped: 0 }
  const isUncounted = !hasSucceeded && count.failed === 0
  return isUncounted ? { ...count, failed: 1 } : count
}

/** Counts the tests of a parsed report. */
export const countOfReport = (report: Report): Count =>
  'stats' in report ? countPlaywright(report) : countVitest(report)

export function sum(counts: Count[]): Count {
  const total = (key: keyof Count) => counts.reduce((subtotal, count) => subtotal + count[key], 0)
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') }
}

function countPlaywright({ stats, errors }: PlaywrightReport): Count {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }
}

function countVitest({ testResults }: VitestReport): Count {
  return sum(
    testResults.map(({ status, assertionResults }) => {
      const countStatus = (...statuses: string[]) =>
        assertionResults.filter(result => statuses.includes(result.status)).length
      const failed = countStatus('failed')
      return {
        passed: countStatus('passed'),
        // A file that failed to load has no tests.
        failed: status === 'failed' && failed === 0 ? 1 : failed,
        skipped: countStatus('skipped', 'pending', 'todo', 'disabled'),
      }
    }),
  )
}

/** The longest-running tests of a report, the slowest first. */
export const listSlowestTests = (report: Report, count: number): TimedTest[] =>
  ('stats' in report ? timePlaywright(report.suites ?? []) : timeVitest(report))
    .sort((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, count)

const timeVitest = ({ testResults }: VitestReport): TimedTest[] =>
  testResults.flatMap(({ name: file = '', assertionResults }) =>
    assertionResults.map(({ fullName = '', duration }) => ({
      name: `${file.split('/').at(-1)} › ${fullName}`,
      milliseconds: duration ?? 0,
    })),
  )

const timePlaywright = (suites: PlaywrightSuite[], path: string[] = []): TimedTest[] =>
  suites.flatMap(({ title, suites: inner = [], specs = [] }) => {
    const titles = [...path, title]
    const ownTests = specs.flatMap(spec =>
      spec.tests.map(({ projectName, results }) => ({
        name: `[${projectName}] ${[...titles, spec.title].join(' › ')}`,
        milliseconds: results.reduce((total, { duration }) => total + duration, 0),
      })),
    )
    return [...ownTests, ...timePlaywright(inner, titles)]
  })

/** One kind of test or check of a whole run. */
export interface Kind {
  name: string
  count: Count
  milliseconds: number
  slowest: TimedTest[]
}

/** The closing table: per kind its tests, minutes and share of the run, then its slowest tests. */
export function describeKinds(kinds: Kind[]): string {
  const totalMs = kinds.reduce((total, { milliseconds }) => total + milliseconds, 0)
  const formatRow = (name: string, { passed, failed, skipped }: Count, milliseconds: number) =>
    [
      name.padEnd(10),
      String(passed + failed + skipped).padStart(7),
      formatMinutes(milliseconds).padStart(9),
      `${Math.round((100 * milliseconds) / Math.max(1, totalMs))} %`.padStart(7),
    ].join('')
  return [
    'kind        tests  minutes  share',
    ...kinds.map(({ name, count, milliseconds }) => formatRow(name, count, milliseconds)),
    formatRow('all', sum(kinds.map(({ count }) => count)), totalMs),
    ...kinds.flatMap(({ name, slowest }) => [
      ...(slowest.length > 0 ? ['', `The slowest of ${name}, in seconds:`] : []),
      ...slowest.map(test => `${(test.milliseconds / 1_000).toFixed(1).padStart(7)}  ${test.name}`),
    ]),
  ].join('\n')
}

const formatMinutes = (milliseconds: number): string => (milliseconds / 60_000).toFixed(1)
