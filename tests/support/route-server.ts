import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { serveCall } from './call-route'

/** A route on its own port, for tests that need a real connection. */
export interface RouteServer {
  port: number
  /** Bytes read from the network, over all connections. */
  bytesRead: () => number
  stop: () => Promise<void>
}

/** Serves one path below `/checkouts` on loopback, whatever path a request has. */
export async function startRouteServer(path: string): Promise<RouteServer> {
  const sockets: Socket[] = []
  const server: Server = createServer((request, response) => {
    request.url = request.url?.replace(/^[^?]*/, `/checkouts${path}`)
    void serveCall(request, response)
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
