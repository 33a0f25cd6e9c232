import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Balancer {
  port: number
  origin: string
  addServer: (port: number) => void
  stop: () => Promise<void>
}

/**
 * A load balancer on loopback: each connection goes to the next server in turn, or to the one after
 * it when a server refuses. Connections to a server that dies break.
 */
export async function startBalancer(firstPorts: number[]): Promise<Balancer> {
  const ports = [...firstPorts]
  const sockets = new Set<Socket>()
  let turn = 0
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  }
  const relay = (client: Socket, attemptsLeft: number) => {
    if (attemptsLeft === 0) return client.destroy()
    const upstream = connect(ports[turn++ % ports.length] as number, '127.0.0.1')
    track(upstream)
    const tryNext = () => relay(client, attemptsLeft - 1)
    upstream.once('error', tryNext)
    upstream.once('connect', () => {
      upstream.off('error', tryNext)
      upstream.once('close', () => client.destroy())
      client.once('close', () => upstream.destroy())
      client.pipe(upstream).pipe(client)
    })
  }
  const server = createServer(client => {
    track(client)
    relay(client, ports.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    addServer: next => ports.push(next),
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
