import { listProducts } from '@/contract/products'
import { on, serve } from '@/server/api/endpoint'
import { list } from '@/server/api/list-products'

export const config = { api: { bodyParser: false } }

export default serve(on(listProducts, list))
