import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { textsFolder, translatedLanguages } from '@/server/texts/language'

/** The names of travel items: by language, then by the item's code. */
export type TravelNames = ReadonlyMap<string, ReadonlyMap<string, string>>

const textsSchema = z.object({ items: z.record(z.string(), z.object({ name: z.string() })) })

const cache = new Map<string, Promise<Map<string, string>>>()

/**
 * The names in every language; a language whose file cannot be read is empty, and its items have
 * their default name.
 */
export async function loadTravelNames(): Promise<TravelNames> {
  const entries = translatedLanguages.map(
    async language => [language, await loadNames(language).catch(() => new Map())] as const,
  )
  return new Map(await Promise.all(entries))
}

/** In production read from disk once; a failed read is tried again. */
function loadNames(language: string): Promise<Map<string, string>> {
  const names = cache.get(language) ?? readNames(language)
  if (process.env.NODE_ENV === 'production') cache.set(language, names)
  names.catch(() => cache.delete(language))
  return names
}

async function readNames(language: string): Promise<Map<string, string>> {
  const file = await readFile(join(textsFolder, language, 'travel.json'), 'utf8')
  const { items } = textsSchema.parse(JSON.parse(file))
  return new Map(Object.entries(items).map(([code, { name }]) => [code, name]))
}
