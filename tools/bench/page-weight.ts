import { gzipSync } from 'node:zlib'
import { send } from './load'

/** What a page costs the customer to load, in bytes after gzip. */
export interface PageWeight {
  status: number
  jsBytes: number
  htmlBytes: number
  scripts: number
}

/** Weighs a page and every script its HTML names, except those only old browsers load. */
export async function pageWeight(port: number, path: string, cookie = ''): Promise<PageWeight> {
  const { status, text: html } = await send({ port, path, headers: cookie ? { cookie } : {} })
  const addresses = scriptAddresses(html)
  const sizes = await Promise.all(addresses.map(address => scriptBytes(port, address)))
  return {
    status,
    jsBytes: sizes.reduce((sum, size) => sum + size, 0),
    htmlBytes: gzipSync(html).length,
    scripts: addresses.length,
  }
}

function scriptAddresses(html: string): string[] {
  const tags = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].map(([tag]) => tag)
  const scripts = tags
    .filter(tag => !/\bnomodule\b/i.test(tag))
    .flatMap(tag => [...tag.matchAll(/\b(?:src|href)="(\/[^"]+\.js(?:\?[^"]*)?)"/g)])
  return [...new Set(scripts.map(([, address]) => address ?? ''))]
}

async function scriptBytes(port: number, address: string): Promise<number> {
  const { status, text } = await send({ port, path: address.replaceAll('&amp;', '&') })
  if (status !== 200) throw new Error(`The script ${address} answered ${status}.`)
  return gzipSync(text).length
}
