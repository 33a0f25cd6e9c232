import { readPopularCounts } from '@/contract/popular-countries'
import { popularCounts } from '@/server/popular-countries'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(readPopularCounts, popularCounts))
