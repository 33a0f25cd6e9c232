import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

export interface ReceivedMail {
  from: string
  to: string[]
  /** The raw mail with its headers. */
  source: string
  /** Unfolded headers by lower-case name. */
  headers: Record<string, string>
}

/** How the server responds to a mail; `hang`: not at all. */
type Behaviour = 'take' | 'hang' | 'refuse_recipient' | 'refuse_content' | 'drop_after_taking'

export interface MailServer {
  port: number
  received: ReceivedMail[]
  /** Everything clients have sent, to check for secrets. */
  transcript: () => string
  setBehaviour: (behaviour: Behaviour, to?: string) => void
  stop: () => Promise<void>
}

/** A minimal SMTP server on loopback, without encryption or authentication. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  let transcript = ''
  let behaviour: Behaviour = 'take'
  let behaviourRecipient: string | undefined
  const findBehaviour = (to: string[]): Behaviour =>
    behaviourRecipient === undefined || to.includes(behaviourRecipient) ? behaviour : 'take'

  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    const sendLine = (line: string) => void socket.write(`${line}\r\n`)
    let from = ''
    let to: string[] = []
    let content: string | undefined
    let buffered = ''

    const acceptMail = (source: string) => {
      const mode = findBehaviour(to)
      if (mode === 'refuse_content') return sendLine('554 5.6.0 not this one')
      received.push({ from, to, source, headers: parseHeaders(source) })
      if (mode === 'drop_after_taking') return void socket.destroy()
      sendLine('250 2.0.0 taken')
    }
    const handleLine = (line: string) => {
      const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
      if (/^(EHLO|HELO)/i.test(line)) return sendLine('250 mail.example')
      if (/^MAIL FROM/i.test(line)) {
        from = address
        to = []
        return sendLine('250 2.1.0 ok')
      }
      if (/^RCPT TO/i.test(line)) {
        to.push(address)
        const mode = findBehaviour(to)
        if (mode === 'hang') return undefined
        return sendLine(
          mode === 'refuse_recipient' ? `550 5.1.1 <${address}> nobody` : '250 2.1.5 ok',
        )
      }
      if (/^DATA/i.test(line)) {
        content = ''
        return sendLine('354 go on')
      }
      if (/^QUIT/i.test(line)) {
        sendLine('221 2.0.0 bye')
        return void socket.end()
      }
      return sendLine('250 2.0.0 ok')
    }
    socket.on('data', chunk => {
      transcript += chunk
      buffered += chunk
      for (;;) {
        const end = content === undefined ? buffered.indexOf('\r\n') : buffered.indexOf('\r\n.\r\n')
        if (end < 0) return
        const part = buffered.slice(0, end)
        buffered = buffered.slice(end + (content === undefined ? 2 : 5))
        if (content === undefined) handleLine(part)
        else {
          content = undefined
          acceptMail(part.replace(/^\.\./gm, '.'))
        }
      }
    })
    if (behaviour === 'hang' && behaviourRecipient === undefined) return
    sendLine('220 mail.example ESMTP')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    received,
    transcript: () => transcript,
    setBehaviour: (nextBehaviour, recipient) => {
      behaviour = nextBehaviour
      behaviourRecipient = recipient
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function parseHeaders(source: string): Record<string, string> {
  const [head = ''] = source.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return Object.fromEntries(
    lines.map(line => {
      const colonIndex = line.indexOf(':')
      return [line.slice(0, colonIndex).toLowerCase(), line.slice(colonIndex + 1).trim()]
    }),
  )
}

/** The decoded parts of a mail by content type. */
export function parseParts(source: string): Record<'text/plain' | 'text/html', string> {
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1]
  const parts = source.split(`--${boundary}`).slice(1, -1)
  const found = parts.map(part => {
    const [head = '', ...body] = part.trim().split('\r\n\r\n')
    const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(head)?.[1] ?? '7bit'
    const type = /Content-Type: ([^;\s]+)/i.exec(head)?.[1]
    return [type, decodeBody(body.join('\r\n\r\n'), encoding)] as const
  })
  return Object.fromEntries(found) as ReturnType<typeof parseParts>
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
