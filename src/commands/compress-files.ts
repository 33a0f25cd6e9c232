import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { root } from '@/commands/program'

/** The files that the server answers from, with the paths of their addresses. */
export const staticFolder = join(root, '.next/files')

const textFile = /\.(?:css|js|json|svg|txt|xml)$/
/** A smaller file fits one packet either way. */
const minBytes = 1_000

/** Copies the build's files and `public` to where the server reads them, and compresses them. */
export async function compressFiles(): Promise<void> {
  const target = join(staticFolder, 'checkouts')
  rmSync(staticFolder, { recursive: true, force: true })
  cpSync(join(root, 'public'), target, { recursive: true })
  cpSync(join(root, '.next/static'), join(target, '_next/static'), { recursive: true })
  const files = readdirSync(target, { recursive: true, encoding: 'utf8' })
  await Promise.all(
    files.filter(name => textFile.test(name)).map(name => compress(join(target, name))),
  )
}

async function compress(file: string): Promise<void> {
  const content = readFileSync(file)
  if (content.byteLength < minBytes) return
  // The default quality of brotli is its highest, 11.
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content))
  writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
