/**
 * What Next's code in the browser uses of four larger modules, which this one replaces in the
 * browser's build (`next.config.ts`): two files of the server's constants, a parser of route patterns
 * and the loader of `next/script` elements. They are 7 kB of every first visit. The test compares the
 * values with Next's.
 */
export const DEV_CLIENT_MIDDLEWARE_MANIFEST = '_devMiddlewareManifest.json'
export const DEV_CLIENT_PAGES_MANIFEST = '_devPagesManifest.json'
export const MATCHED_PATH_HEADER = 'x-matched-path'
export const NEXT_INTERCEPTION_MARKER_PREFIX = 'nxtI'
export const NEXT_NAV_DEPLOYMENT_ID_HEADER = 'x-nextjs-deployment-id'
export const NEXT_QUERY_PARAM_PREFIX = 'nxtP'

type Matcher = (path: string) => object | false

/** Next removes its own separator of parameters without a slash between; no route has such. */
export const safeRouteMatcher = (match: Matcher): Matcher => match

/** Load the page's `next/script` elements; no page has any. */
export const initScriptLoader = (): void => {}
export const handleClientScriptLoad = (): void => {}
