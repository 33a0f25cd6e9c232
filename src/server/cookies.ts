import type { ServerResponse } from 'node:http'
import { tokenLifetimeMs } from '@/domain/session'
import type { Env } from '@/server/env'

export const tokenCookie = 'userToken'
export const languageCookie = 'language'
export const currencyCookie = 'currency'
export const photosCookie = 'photos'

const day = 86_400
/** As long as browsers keep a cookie: 400 days. */
const longest = 400 * day

/** Keeps the token with the browser; scripts get it from the page, never from the cookie. */
export const keepToken = (env: Env, token: string): string =>
  `${tokenCookie}=${token}; ${attributes(env, tokenLifetimeMs / 1_000)}; HttpOnly`

/** Takes the token away from the browser; the checkout stays stored. */
export const forgetToken = (env: Env): string => `${tokenCookie}=; ${attributes(env, 0)}; HttpOnly`

/** Lets a device add photos to one checkout, and nothing else, for some seconds. */
export const keepPhotoPass = (env: Env, pass: string, seconds: number): string =>
  `${photosCookie}=${pass}; ${attributes(env, seconds)}; HttpOnly`

/** Keeps a choice, such as the language, as long as a browser will. */
export const keepChoice = (env: Env, name: string, value: string): string =>
  `${name}=${encodeURIComponent(value)}; ${attributes(env, longest)}`

/** Browsers take Secure cookies from localhost too; only a shop tried out over plain HTTP goes without. */
function attributes({ appUrl }: Env, maxAge: number): string {
  const { protocol, hostname } = new URL(appUrl)
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
  return `Path=/checkouts; Max-Age=${maxAge}; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** Adds a cookie to those the response sets already. */
export function setCookie(response: ServerResponse, cookie: string): void {
  const others = response.getHeader('Set-Cookie') ?? []
  response.setHeader('Set-Cookie', [...[others].flat().map(String), cookie])
}
