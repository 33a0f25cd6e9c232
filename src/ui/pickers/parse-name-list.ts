import type { Match } from '@/ui/pickers/choices'

/** Between the names of a list, in any script. */
const separators = /[,;،؛、，；\n]/

export const isList = (text: string): boolean => separators.test(text)

/** The choices that are named whole, in one name or a list of them, and the words that are no such name. */
export function parseNameList(
  text: string,
  search: (query: string) => readonly Match[],
): { exactMatches: Match[]; unmatched: string } {
  const names = text
    .split(separators)
    .map(name => name.trim())
    .filter(name => name !== '')
  const exactMatches = names.flatMap(name => findExactMatch(search(name)) ?? [])
  const unmatched = names.filter(name => !findExactMatch(search(name))).join(', ')
  return { exactMatches, unmatched }
}

/** The choice with just this name. One of which it is only another name gives way to it. */
function findExactMatch([first, second]: readonly Match[]): Match | undefined {
  if (!first?.isWhole) return undefined
  const isUnambiguous =
    !second?.isWhole || (first.alias === undefined && second.alias !== undefined)
  return isUnambiguous ? first : undefined
}
