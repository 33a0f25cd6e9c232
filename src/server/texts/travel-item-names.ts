import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { textsFolder, translated } from '@/server/texts/language'

/** What travel items are called: by language, then by the item's code. */
export type TravelNames = ReadonlyMap<string, ReadonlyMap<string, string>>

const texts = z.object({ items: z.record(z.string(), z.object({ name: z.string() })) })

const known = new Map<string, Promise<Map<string, string>>>()

/** The names in every language; one whose texts cannot be read has none, and items keep their own name. */
export async function travelNames(): Promise<TravelNames> {
  const named = translated.map(
    async language => [language, await namesIn(language).catch(() => new Map())] as const,
  )
  return new Map(await Promise.all(named))
}

/** Read from disk once; a disk that failed is asked again. */
function namesIn(language: string): Promise<Map<string, string>> {
  const names = known.get(language) ?? readNames(language)
  if (process.env.NODE_ENV === 'production') known.set(language, names)
  names.catch(() => known.delete(language))
  return names
}

async function readNames(language: string): Promise<Map<string, string>> {
  const file = await readFile(join(textsFolder, language, 'travel.json'), 'utf8')
  const { items } = texts.parse(JSON.parse(file))
  return new Map(Object.entries(items).map(([code, { name }]) => [code, name]))
}
