import { readPopularCounts } from '@/contract/popular-countries'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { loadPopularCounts } from '@/server/api/popular-country-counts'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(readPopularCounts, loadPopularCounts))
