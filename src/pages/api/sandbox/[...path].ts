import { forwardToSandbox } from '@/server/api/sandbox-proxy'

// The body is forwarded unparsed.
export const config = { api: { bodyParser: false } }

export default forwardToSandbox
