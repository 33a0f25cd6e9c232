import { gzipSync } from 'node:zlib'
import { sendRequest } from './load'

/** Load size of a page in bytes after gzip. */
export interface PageWeight {
  status: number
  jsBytes: number
  htmlBytes: number
  scripts: number
}

/** Measures a page and every script in its HTML, except `nomodule` scripts. */
export async function measurePage(port: number, path: string, cookie = ''): Promise<PageWeight> {
  const { status, text: html } = await sendRequest({
    port,
    path,
    headers: cookie ? { cookie } : {},
  })
  const urls = findScriptUrls(html)
  const sizes = await Promise.all(urls.map(url => measureScript(port, url)))
  return {
    status,
    jsBytes: sizes.reduce((sum, size) => sum + size, 0),
    htmlBytes: gzipSync(html).length,
    scripts: urls.length,
  }
}

function findScriptUrls(html: string): string[] {
  const tags = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].map(([tag]) => tag)
  const scripts = tags
    .filter(tag => !/\bnomodule\b/i.test(tag))
    .flatMap(tag => [...tag.matchAll(/\b(?:src|href)="(\/[^"]+\.js(?:\?[^"]*)?)"/g)])
  return [...new Set(scripts.map(([, url]) => url ?? ''))]
}

async function measureScript(port: number, url: string): Promise<number> {
  const { status, text } = await sendRequest({ port, path: url.replaceAll('&amp;', '&') })
  if (status !== 200) throw new Error(`The script ${url} answered ${status}.`)
  return gzipSync(text).length
}
