import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '@/commands/program'

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
})
