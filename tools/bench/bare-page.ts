import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@/commands/port'
import { waitUntilReady } from '@/commands/product'
import { root, startProgram } from '@/commands/program'

const next = join(root, 'node_modules/next/dist/bin/next')

/** A form with one field: what Next and React cost before any code of ours. */
const page = `import { useState } from 'react'
export const getServerSideProps = () => ({ props: { now: Date.now() } })
export default function Bare({ now }) {
  const [name, setName] = useState('')
  return (
    <main>
      <h1>Checkout</h1>
      <form>
        <label>
          First name
          <input name="license_first_name" value={name} onChange={event => setName(event.target.value)} />
        </label>
        <button>Continue</button>
        <p>{now}</p>
      </form>
    </main>
  )
}
`

/** A bare Next page, built and served with the product's own Next and React. */
export interface BarePage {
  port: number
  pid: number
  stop: () => Promise<void>
}

export async function startBarePage(): Promise<BarePage> {
  const folder = mkdtempSync(join(tmpdir(), 'bare-page-'))
  mkdirSync(join(folder, 'pages'))
  writeFileSync(join(folder, 'pages/index.js'), page)
  writeFileSync(join(folder, 'package.json'), '{ "name": "bare-page", "private": true }')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
  const buildArgs = [next, 'build', folder, '--webpack']
  const build = startProgram({ name: 'The bare page', args: buildArgs, env, output: 'stderr' })
  await build.exited
  if (build.exitCode() !== 0) throw new Error('The bare page could not be built.')
  const port = await freePort()
  const args = [next, 'start', folder, '--port', `${port}`, '--hostname', '127.0.0.1']
  const server = startProgram({ name: 'The bare page', args, env, output: 'stderr' })
  await waitUntilReady(server, `http://127.0.0.1:${port}/`)
  return {
    port,
    pid: server.pid,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
