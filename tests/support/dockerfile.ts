import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '@/commands/program'

/** An instruction of a Dockerfile, such as `RUN npm ci`. */
export interface Instruction {
  name: string
  text: string
}

/** The stages of the Dockerfile, each with the instructions after its FROM. */
export function readDockerfile(): Instruction[][] {
  const instructions = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => {
      const [name = ''] = line.split(' ')
      return { name, text: line.slice(name.length + 1) }
    })
  const starts = instructions.flatMap(({ name }, index) => (name === 'FROM' ? [index] : []))
  return starts.map((start, stage) => instructions.slice(start + 1, starts[stage + 1]))
}

/** The command of an instruction in its JSON form: CMD, or HEALTHCHECK's. */
export function parseCommand(stage: Instruction[], name: string): string[] {
  const text = stage.find(instruction => instruction.name === name)?.text ?? ''
  return JSON.parse(text.slice(text.indexOf('[')))
}

/** Variables of the stage's ENV instructions. */
export const parseEnv = (stage: Instruction[]): Record<string, string> =>
  Object.fromEntries(
    stage
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ text }) => text.split(' ').map(pair => pair.split('=') as [string, string])),
  )

/** Whether a path of the repository is sent to the image's build. */
export function createContextFilter(): (path: string) => boolean {
  const rules = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => ({ isSent: line.startsWith('!'), pattern: toPattern(line.replace('!', '')) }))
  return path => rules.findLast(({ pattern }) => pattern.test(path))?.isSent ?? true
}

/** A rule matches a path, or a folder above it. */
function toPattern(rule: string): RegExp {
  const parts: Record<string, string> = { '**/': '(?:.+/)?', '*': '[^/]*', '.': '\\.' }
  const source = rule.replace(/\*\*\/|[*.]/g, part => parts[part] ?? part)
  return new RegExp(`^${source}(?:/.*)?$`)
}

/** Files that are sent to the image's build, relative to the repository. */
export function listContextFiles(): string[] {
  const isSent = createContextFilter()
  const listFiles = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
      const path = join(folder, entry.name)
      if (['node_modules', '.git', '.next'].includes(entry.name)) return []
      return entry.isDirectory() ? listFiles(path) : [relative(root, path)]
    })
  return listFiles(root).filter(isSent)
}
