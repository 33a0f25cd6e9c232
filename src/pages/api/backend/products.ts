import { listProducts } from '@/contract/products'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { findProducts } from '@/server/api/list-products'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(listProducts, findProducts))
