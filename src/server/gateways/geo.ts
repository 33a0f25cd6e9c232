import type { Infer } from '@/contract/api-call'
import type { readGeo } from '@/contract/location'
import { isCountryCode } from '@/domain/data/countries'
import type { Env } from '@/server/config/env'

/** The country of a customer who cannot be located. */
const defaultCountry = 'us'

/** The customer's country in lower case, from the edge's header; `us` without a known one. */
export function resolveCountry(
  { env }: { env: Pick<Env, 'countryHeader'> },
  header: (name: string) => string | undefined,
): string {
  const country = env.countryHeader && header(env.countryHeader)?.toLowerCase()
  return country && isCountryCode(country) ? country : defaultCountry
}

/** The response of the geo call: the caller's country. */
export const locateCustomer = async (
  backend: { env: Pick<Env, 'countryHeader'> },
  { header }: { header: (name: string) => string | undefined },
): Promise<Infer<typeof readGeo.response>> => ({
  status: 'success',
  data: { country_code: resolveCountry(backend, header) },
})
