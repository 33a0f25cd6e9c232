import { forwardToSandbox } from '@/server/api/sandbox-proxy'

// Passed on as it comes.
export const config = { api: { bodyParser: false } }

export default forwardToSandbox
