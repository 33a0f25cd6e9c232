/** What is for one page alone, opens something, or has been read: it goes no further. */
const droppedParameters = new Set([
  ...['token', 'partner-token', 'cjevent', 'code'],
  ...['back', 'from', 'doc', 'link', 'renewed', 'session', 'ignored', 'partner', 'paypal', 'told'],
])

/** What payment providers add when they send the customer back. */
const providerParameterPattern = /^(?:payment_|setup_|redirect_status|source_|PayerID|ba_token)/

/**
 * What of an address goes along from step to step: parameters that are not ours, as `utm_source`. `launch` are the
 * names of those that a link's launch reads.
 */
export const pickPassthroughParams = (
  query: [string, string][],
  launch: readonly string[],
): [string, string][] =>
  query.filter(
    ([name]) =>
      !launch.includes(name) &&
      !droppedParameters.has(name) &&
      !providerParameterPattern.test(name),
  )
