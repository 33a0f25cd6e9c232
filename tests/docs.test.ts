import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '@/commands/program'
import { sandboxVariables } from '@/sandbox/variables'
import { environment } from '@/server/config/variables'
import { listComments } from './support/source-text'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

function listPages(): string[] {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  const inRoot = readdirSync(root, { encoding: 'utf8' })
  return [...inRoot, ...inDocs.map(name => posix.join('docs', name))].filter(name =>
    name.endsWith('.md'),
  )
}

const sources = ['src', 'tests', 'tools'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(tsx?|mjs|js|css)$/.test(name))
    .map(name => posix.join(folder, name))
    .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') })),
)

const pages = listPages().map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** Every match of the pattern's first group, with its page. */
function findAll(pattern: RegExp): { page: string; found: string }[] {
  return pages.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, found = '']) => ({ page: path, found })),
  )
}

/** The anchors of a page, as GitHub makes them of its headings. */
function listAnchors(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

describe('the documents', () => {
  it('are found', () => {
    expect(pages.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/payments.md']),
    )
  })

  it('name files and folders that exist', () => {
    const mentions = findAll(/`((?:src|tests|docs|tools|public)\/[^`\s]*)`/g)
    expect(mentions.length).toBeGreaterThan(50)
    expect(mentions.filter(({ found }) => !existsSync(join(root, found)))).toEqual([])
  })

  it('name commands that exist', () => {
    const mentions = findAll(/npm run ([\w:-]+)/g)
    expect(mentions.length).toBeGreaterThan(10)
    expect(mentions.filter(({ found }) => !(found in scripts))).toEqual([])
  })

  it('link to pages and headings that exist', () => {
    const links = findAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)
    const broken = links.filter(({ page, found }) => {
      const [file = '', anchor] = found.split('#')
      const path = file ? posix.join(dirname(page), file) : page
      if (!existsSync(join(root, path))) return true
      const target = pages.find(candidate => candidate.path === path)
      return anchor !== undefined && target && !listAnchors(target.text).includes(anchor)
    })
    expect(links.length).toBeGreaterThan(20)
    expect(broken).toEqual([])
  })

  it('list every event of the log', () => {
    const events = sources
      .filter(({ path }) => path.startsWith('src/server/') && !path.endsWith('.test.ts'))
      .flatMap(({ text }) => [...text.matchAll(/\b(?:event|failureEvent): '([^']+)'/g)])
      .map(([, event = '']) => event)
    const operations = pages.find(({ path }) => path === 'docs/going-live.md')?.text ?? ''
    expect(events.length).toBeGreaterThan(30)
    expect(events.filter(event => !operations.includes(`\`${event}\``))).toEqual([])
  })
})

describe('every variable', () => {
  const shapes = { ...environment.shape, ...sandboxVariables.shape }
  const variables = Object.keys(shapes).sort()

  it('is explained in a table of docs/configuration.md, and no other is', () => {
    const configuration = pages.find(({ path }) => path === 'docs/configuration.md')?.text ?? ''
    const [settings = ''] = configuration.split('\n## Startup errors')
    const cells = [...settings.matchAll(/^\| (`[A-Z][A-Z0-9_]+`(?:, `[A-Z][A-Z0-9_]+`)*) \|/gm)]
    const explained = cells.flatMap(([, cell = '']) => cell.replaceAll('`', '').split(', '))
    // The last two belong to the tests.
    expect([...new Set(explained)].sort()).toEqual(
      [...variables, 'FAILPOINT', 'CHROMIUM_PATH'].sort(),
    )
  })

  it('is in .env.example, and no other is', () => {
    const example = readFileSync(join(root, '.env.example'), 'utf8')
    const names = [...example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
    // Next sets NODE_ENV itself and does not read it from a file.
    expect(names.sort()).toEqual(variables.filter(name => name !== 'NODE_ENV'))
  })

  it('that .env.example sets has a valid value', () => {
    const example = readFileSync(join(root, '.env.example'), 'utf8')
    const values = [...example.matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(match => match.slice(1))
    expect(environment.safeParse(Object.fromEntries(values)).error).toBeUndefined()
  })

  it('that .env.example sets has its default: a copy switches nothing on in a live shop', () => {
    const example = readFileSync(join(root, '.env.example'), 'utf8')
    const values = [...example.matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(match => match.slice(1))
    expect(environment.parse(Object.fromEntries(values))).toEqual(environment.parse({}))
  })
})

describe('the comments', () => {
  const comments = sources.flatMap(({ path, text }) =>
    listComments(text).map(comment => ({ path, comment })),
  )

  it('name only pages of this repository', () => {
    const named = comments.flatMap(({ path, comment }) =>
      [...comment.matchAll(/\b(?:docs\/)?[\w/-]+\.md\b/g)].map(([page]) => ({ path, page })),
    )
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter(({ page }) => !existsSync(join(root, page)))).toEqual([])
  })

  it('name headings that those pages have', () => {
    const named = comments.flatMap(({ path, comment }) =>
      [...comment.matchAll(/\b(docs\/[\w/-]+\.md), ([A-Z][\w-]*)/g)].map(
        ([, page = '', heading = '']) => ({ path, page, heading }),
      ),
    )
    const isMissing = ({ page, heading }: { page: string; heading: string }) =>
      !pages.find(({ path }) => path === page)?.text.match(new RegExp(`^#+ ${heading}`, 'm'))
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter(isMissing)).toEqual([])
  })

  it('cite no specification from elsewhere', () => {
    const cited = comments.filter(({ comment }) => /\b(?:SPEC|DESIGN)\b/.test(comment))
    expect(cited).toEqual([])
  })
})
