import type { Match } from '@/ui/pickers/choices'

/** Separators of a list of names, in any script. */
const separators = /[,;،؛、，；\n]/

export const isList = (text: string): boolean => separators.test(text)

/**
 * The choices whose full names are in the text (one name or a list), and the names that match none.
 */
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

/** The only choice with exactly this name; a main name wins over an alternative name. */
function findExactMatch([first, second]: readonly Match[]): Match | undefined {
  if (!first?.isWhole) return undefined
  const isUnambiguous =
    !second?.isWhole || (first.alias === undefined && second.alias !== undefined)
  return isUnambiguous ? first : undefined
}
