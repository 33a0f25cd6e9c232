import { type AddressInfo, createServer } from 'node:net'

/** A loopback port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** Whether the port is free on every address of this machine. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}
