/**
 * What Next's router in the browser uses of two larger modules, which this one replaces in the
 * browser's build (`next.config.ts`): the constants of the server and a parser of route patterns.
 * They are 3.6 kB of every first visit. The test compares the values with Next's.
 */
export const MATCHED_PATH_HEADER = 'x-matched-path'
export const NEXT_INTERCEPTION_MARKER_PREFIX = 'nxtI'
export const NEXT_NAV_DEPLOYMENT_ID_HEADER = 'x-nextjs-deployment-id'
export const NEXT_QUERY_PARAM_PREFIX = 'nxtP'

type Matcher = (path: string) => object | false

/** Next removes its own separator of parameters without a slash between; no route has such. */
export const safeRouteMatcher = (match: Matcher): Matcher => match
