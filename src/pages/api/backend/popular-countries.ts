import { readPopularCounts } from '@/contract/popular-countries'
import { on, serve } from '@/server/api/endpoint'
import { popularCounts } from '@/server/api/popular-country-counts'

export const config = { api: { bodyParser: false } }

export default serve(on(readPopularCounts, popularCounts))
