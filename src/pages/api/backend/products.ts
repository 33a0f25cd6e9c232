import { listProducts } from '@/contract/products'
import { list } from '@/server/products'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(listProducts, list))
