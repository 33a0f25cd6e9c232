import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type RouteModule, serveRoute } from './call-route'

/** A route on its own port, for tests that need a real connection. */
export interface RouteServer {
  port: number
  /** Bytes read from the network, over all connections. */
  bytesRead: () => number
  stop: () => Promise<void>
}

/** Serves one route on loopback; `params` replace the router's. */
export async function startRouteServer(
  route: RouteModule,
  params: Record<string, string> = {},
): Promise<RouteServer> {
  const sockets: Socket[] = []
  const server: Server = createServer((request, response) => {
    void serveRoute(route, request, response, params)
  })
  server.on('connection', socket => sockets.push(socket))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    bytesRead: () => sockets.reduce((sum, socket) => sum + socket.bytesRead, 0),
    stop: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
