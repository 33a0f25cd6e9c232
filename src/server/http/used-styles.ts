import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInlinePart, type InlinePart } from '@/server/http/inline-parts'

/** Where the build puts the rules, from the root of the product. */
export const styleIndexFile = '.next/style-rules.json'

/** A rule of the build's style sheet. */
export interface StyleRule {
  /** What it is nested in, from outside to inside: layers, media queries. */
  blocks: string[]
  /**
   * Each with the elements (`main`), classes (`.flex`) and attributes (`[type=date]`) that it cannot
   * match without.
   */
  selectors?: { selector: string; needs: string[] }[]
  /** The declarations of the selectors, or a whole at-rule. */
  css: string
  /** The custom property that the rule only defines. */
  property?: string
}

let builtRules: StyleRule[] | undefined

/**
 * The rules that a page can use as its HTML arrives; undefined without a build. What scripts add and
 * what the customer does, such as hovering, needs the whole sheet.
 */
export function selectUsedStyles(html: string): InlinePart | undefined {
  builtRules ??= readRules()
  return builtRules && createInlinePart(writeUsedStyles(builtRules, html))
}

function readRules(): StyleRule[] | undefined {
  const file = join(process.cwd(), styleIndexFile)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StyleRule[]) : undefined
}

/** A sheet of the rules for the elements and classes of the HTML, in their order. */
export function writeUsedStyles(rules: StyleRule[], html: string): string {
  const names = listNames(html)
  const isUsed = ({ needs }: { needs: string[] }) => needs.every(need => names.has(need))
  const used = rules.flatMap(rule => {
    if (!rule.selectors) return [rule]
    const selectors = rule.selectors.filter(isUsed)
    return selectors.length > 0 ? [{ ...rule, selectors }] : []
  })
  return joinRules(dropUnusedProperties(writeInitialValues(used)))
}

function listNames(html: string): Set<string> {
  const names = new Set<string>()
  for (const [, name = ''] of html.matchAll(/<([a-z][a-z0-9-]*)/gi)) names.add(name)
  for (const [, name, value] of html.matchAll(/ (dir|lang|type)="([\w-]+)"/g))
    names.add(`[${name}=${value}]`)
  for (const [, classes = ''] of html.matchAll(/ class="([^"]*)"/g))
    for (const name of decodeEntities(classes).split(' ')) names.add(`.${name}`)
  return names
}

/** Those that React writes into attributes. */
const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

const decodeEntities = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#x27);/g, entity => entities[entity] ?? entity)

const initialValue = /^@property (--[\w-]+)\s*\{.*initial-value:\s*([^;}]+)/s

/** With the initial values of registered properties that no rule sets in their place. */
function writeInitialValues(rules: StyleRule[]): StyleRule[] {
  const setters = rules.filter(({ property }) => !property)
  const constants = rules.flatMap(({ css }) => {
    const [, name = '', value = ''] = initialValue.exec(css) ?? []
    const isSet = setters.some(rule => rule.css.includes(`${name}:`))
    return name && !isSet ? [{ use: `var(${name})`, value }] : []
  })
  const resolve = (css: string) =>
    constants.reduce((text, { use, value }) => text.replaceAll(use, value), css)
  return rules.map(rule => ({ ...rule, css: resolve(rule.css) }))
}

/** Leaves out definitions of properties that neither a rule nor a used definition refers to. */
function dropUnusedProperties(rules: StyleRule[]): StyleRule[] {
  const used = rules.filter(({ property }) => !property).map(({ css }) => css)
  const definitions = rules.filter(({ property }) => property)
  const found = new Set<string>()
  for (const css of used) {
    // A definition that is found is searched in turn.
    for (const [, name = ''] of css.matchAll(/var\((--[\w-]+)/g)) {
      if (found.has(name)) continue
      found.add(name)
      used.push(...definitions.filter(({ property }) => property === name).map(({ css }) => css))
    }
  }
  return rules.filter(({ property }) => !property || found.has(property))
}

/** Neighbors in the same blocks share them. */
function joinRules(rules: StyleRule[]): string {
  let css = ''
  let openBlocks: string[] = []
  for (const { blocks, selectors, css: text } of rules) {
    const shared = countShared(openBlocks, blocks)
    css += '}'.repeat(openBlocks.length - shared)
    css += blocks
      .slice(shared)
      .map(block => `${block}{`)
      .join('')
    css += selectors ? `${selectors.map(({ selector }) => selector).join()}{${text}}` : text
    openBlocks = blocks
  }
  return css + '}'.repeat(openBlocks.length)
}

function countShared(one: string[], other: string[]): number {
  const difference = one.findIndex((block, index) => block !== other[index])
  return difference === -1 ? one.length : difference
}
