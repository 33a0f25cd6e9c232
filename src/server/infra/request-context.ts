import { AsyncLocalStorage } from 'node:async_hooks'

/** The request that is being answered. */
export interface RequestContext {
  /** 1 to 64 letters, digits, `_` and `-`. */
  id: string
  /** The pattern of its path, such as `/v2/payment` or `/backend/api/checkout/[token]/`. */
  route?: string
}

// Next's bundles contain the server's sources a second time; both copies use the same storage.
const shared = globalThis as { idaRequests?: AsyncLocalStorage<RequestContext> }
shared.idaRequests ??= new AsyncLocalStorage()
const requests = shared.idaRequests

/** Runs the handling of a request; what it starts and awaits knows the request. */
export const runInRequest = <T>(context: RequestContext, run: () => T): T =>
  requests.run(context, run)

/** The id of the request that is being answered; undefined in a job. */
export const getRequestId = (): string | undefined => requests.getStore()?.id

/** Names the route of the request that is being answered. */
export function nameRoute(route: string): void {
  const context = requests.getStore()
  if (context) context.route = route
}
