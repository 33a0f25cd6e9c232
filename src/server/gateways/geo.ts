import type { Infer } from '@/contract/api-call'
import type { readGeo } from '@/contract/location'
import { isCountryCode } from '@/domain/data/countries'
import type { Env } from '@/server/config/env'

/** SPEC 7: the country of a customer nobody can place. */
const defaultCountry = 'us'

/** The customer's country in lower case, from the header the edge sets; us when it does not say. */
export function resolveCountry(
  { env }: { env: Pick<Env, 'countryHeader'> },
  header: (name: string) => string | undefined,
): string {
  const country = env.countryHeader && header(env.countryHeader)?.toLowerCase()
  return country && isCountryCode(country) ? country : defaultCountry
}

/** SPEC 7's answer about where the caller is. */
export const locateCustomer = async (
  backend: { env: Pick<Env, 'countryHeader'> },
  { header }: { header: (name: string) => string | undefined },
): Promise<Infer<typeof readGeo.response>> => ({
  status: 'success',
  data: { country_code: resolveCountry(backend, header) },
})
