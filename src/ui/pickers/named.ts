import type { Match } from '@/ui/pickers/choices'

/** Between the names of a list, in any script. */
const separators = /[,;،؛、，；\n]/

export const isList = (text: string): boolean => separators.test(text)

/** The choices that are named whole, in one name or a list of them, and the words that are no such name. */
export function namedIn(
  text: string,
  search: (typed: string) => readonly Match[],
): { found: Match[]; rest: string } {
  const names = text
    .split(separators)
    .map(name => name.trim())
    .filter(name => name !== '')
  const found = names.flatMap(name => namedBy(search(name)) ?? [])
  const rest = names.filter(name => !namedBy(search(name))).join(', ')
  return { found, rest }
}

/** The choice with just this name. One of which it is only another name gives way to it. */
function namedBy([first, second]: readonly Match[]): Match | undefined {
  if (!first?.isWhole) return undefined
  const isAlone = !second?.isWhole || (first.alias === undefined && second.alias !== undefined)
  return isAlone ? first : undefined
}
