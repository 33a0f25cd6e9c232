import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

export interface ReceivedMail {
  from: string
  to: string[]
  /** As it came, headers and all. */
  source: string
  /** The headers by their names in small letters, unfolded. */
  headers: Record<string, string>
}

/** How the server answers a mail; `hang` says nothing more. */
type Manner = 'take' | 'hang' | 'refuse_recipient' | 'refuse_content' | 'drop_after_taking'

export interface MailServer {
  port: number
  received: ReceivedMail[]
  /** Everything clients have said, for what must not be in it. */
  heard: () => string
  behave: (manner: Manner, to?: string) => void
  stop: () => Promise<void>
}

/** A small SMTP server on loopback, without encryption or users. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  let heard = ''
  let manner: Manner = 'take'
  let mannerTo: string | undefined
  const mannerFor = (to: string[]): Manner =>
    mannerTo === undefined || to.includes(mannerTo) ? manner : 'take'

  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    const say = (line: string) => void socket.write(`${line}\r\n`)
    let from = ''
    let to: string[] = []
    let content: string | undefined
    let rest = ''

    const take = (source: string) => {
      const how = mannerFor(to)
      if (how === 'refuse_content') return say('554 5.6.0 not this one')
      received.push({ from, to, source, headers: headersIn(source) })
      if (how === 'drop_after_taking') return void socket.destroy()
      say('250 2.0.0 taken')
    }
    const hear = (line: string) => {
      const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
      if (/^(EHLO|HELO)/i.test(line)) return say('250 mail.example')
      if (/^MAIL FROM/i.test(line)) {
        from = address
        to = []
        return say('250 2.1.0 ok')
      }
      if (/^RCPT TO/i.test(line)) {
        to.push(address)
        const how = mannerFor(to)
        if (how === 'hang') return undefined
        return say(how === 'refuse_recipient' ? `550 5.1.1 <${address}> nobody` : '250 2.1.5 ok')
      }
      if (/^DATA/i.test(line)) {
        content = ''
        return say('354 go on')
      }
      if (/^QUIT/i.test(line)) {
        say('221 2.0.0 bye')
        return void socket.end()
      }
      return say('250 2.0.0 ok')
    }
    socket.on('data', chunk => {
      heard += chunk
      rest += chunk
      for (;;) {
        const end = content === undefined ? rest.indexOf('\r\n') : rest.indexOf('\r\n.\r\n')
        if (end < 0) return
        const part = rest.slice(0, end)
        rest = rest.slice(end + (content === undefined ? 2 : 5))
        if (content === undefined) hear(part)
        else {
          content = undefined
          take(part.replace(/^\.\./gm, '.'))
        }
      }
    })
    if (manner === 'hang' && mannerTo === undefined) return
    say('220 mail.example ESMTP')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    received,
    heard: () => heard,
    behave: (next, only) => {
      manner = next
      mannerTo = only
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(done => server.close(done))
    },
  }
}

function headersIn(source: string): Record<string, string> {
  const [head = ''] = source.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return Object.fromEntries(
    lines.map(line => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    }),
  )
}

/** The parts of a mail, decoded, by their content type. */
export function partsOf(source: string): Record<'text/plain' | 'text/html', string> {
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1]
  const parts = source.split(`--${boundary}`).slice(1, -1)
  const found = parts.map(part => {
    const [head = '', ...body] = part.trim().split('\r\n\r\n')
    const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(head)?.[1] ?? '7bit'
    const type = /Content-Type: ([^;\s]+)/i.exec(head)?.[1]
    return [type, decoded(body.join('\r\n\r\n'), encoding)] as const
  })
  return Object.fromEntries(found) as ReturnType<typeof partsOf>
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
