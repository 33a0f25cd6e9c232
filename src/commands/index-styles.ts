import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postcss, { type AtRule, type ChildNode, type Declaration, type Rule } from 'postcss'
import parseSelectors, { type Node } from 'postcss-selector-parser'
import { root } from '@/commands/program'
import { findStyleSheet } from '@/server/http/inline-parts'
import { type StyleRule, styleIndexFile } from '@/server/http/used-styles'

/**
 * Writes what each rule of the built style sheet applies to, for `selectUsedStyles`.
 * @throws when the build has no style sheet.
 */
export function indexStyles(): void {
  const sheet = findStyleSheet()
  if (!sheet) throw new Error('The build made no style sheet.')
  const rules = listStyleRules(readFileSync(join(root, '.next', sheet), 'utf8'))
  writeFileSync(join(root, styleIndexFile), JSON.stringify(rules))
}

/** The rules of a style sheet in their order; each default of a custom property counts as a rule. */
export const listStyleRules = (css: string): StyleRule[] => listRules(postcss.parse(css).nodes, [])

const listRules = (nodes: ChildNode[], blocks: string[]): StyleRule[] =>
  nodes.flatMap(node => {
    if (node.type === 'rule') return listRule(node, blocks)
    if (node.type !== 'atrule') return []
    const header = `@${node.name} ${node.params}`
    if (isLater.test(header)) return []
    return isGroup(node) ? listRules(node.nodes ?? [], [...blocks, header]) : [toRule(node, blocks)]
  })

/** What is printed or moves: a first view is still until the customer acts. */
const isLater = /^@(?:media print|(?:-webkit-)?keyframes .+)$/

const isGroup = ({ name, nodes }: AtRule): boolean =>
  nodes !== undefined && /^(?:container|layer|media|starting-style|supports)$/.test(name)

/** A rule without selectors, such as the order of layers. */
const toRule = (node: AtRule, blocks: string[]): StyleRule => ({
  blocks,
  css: `${node}${node.nodes ? '' : ';'}`,
  ...(node.name === 'property' && { property: node.params }),
})

function listRule(rule: Rule, blocks: string[]): StyleRule[] {
  const selectors = readSelectors(rule)
  const declarations = rule.nodes
    .filter(node => node.type === 'decl')
    .filter(({ prop }) => !moves.test(prop))
  if (selectors.every(({ needs }) => needs.length === 0) && declarations.every(isProperty))
    return declarations.map(declaration => ({
      blocks: [...blocks, rule.selector],
      css: `${declaration};`,
      property: declaration.prop,
    }))
  const firstSelectors = selectors.filter(({ selector }) => !waitsForInput.test(selector))
  const css = declarations.map(String).join(';')
  return css && firstSelectors.length > 0 ? [{ blocks, selectors: firstSelectors, css }] : []
}

/** Properties of transitions and animations, and Tailwind's variables for them. */
const moves = /^(?:animation|transition|--tw-duration$|--tw-ease$)/

/** States that only a customer's action brings; the focus must be visible from the first key. */
const waitsForInput =
  /:(?:hover|active)\b|\[(?:aria-(?:busy|invalid)|data-(?:advised|invalid|keyboard))\b/

const isProperty = ({ prop }: Declaration): boolean => prop.startsWith('--')

const readSelectors = ({ selector }: Rule) =>
  parseSelectors()
    .astSync(selector)
    .nodes.map(node => ({ selector: `${node}`, needs: [...new Set(listNeeds(node))] }))

/** Parts of inputs of one type. */
const inputParts: [parts: RegExp, type: string][] = [
  [/^::-webkit-(?:date|calendar)/, 'date'],
  [/^::-webkit-(?:inner|outer)-spin/, 'number'],
  [/^::-webkit-search/, 'search'],
  [/^::file-selector/, 'file'],
]

/** The elements, classes and attributes without which a selector matches nothing. */
function listNeeds(node: Node): string[] {
  if (node.type === 'class') return [`.${node.value}`]
  if (node.type === 'tag') return [node.value]
  if (node.type === 'attribute' && node.attribute === 'dir') return [`[dir=${node.value}]`]
  if (node.type === 'pseudo' && node.value === ':lang') return [`[lang=${node.nodes.join()}]`]
  if (node.type === 'pseudo' && !isSingle(node)) return listInputs(node.value)
  return 'nodes' in node ? node.nodes.flatMap(listNeeds) : []
}

/** The type of inputs that have this part; nothing for other pseudo-elements and classes. */
const listInputs = (pseudo: string): string[] =>
  inputParts.flatMap(([parts, type]) => (parts.test(pseudo) ? [`[type=${type}]`] : []))

/** These need their selector if it is the only one; `:not()` needs none. */
const isSingle = ({ value, nodes }: { value: string; nodes: Node[] }): boolean =>
  /^:(?:has|is|where)$/.test(value) && nodes.length === 1
