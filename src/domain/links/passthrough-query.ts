/** Parameters for one page only, with access to something, or already read. */
const droppedParameters = new Set([
  ...['token', 'partner-token', 'cjevent', 'code'],
  ...['back', 'from', 'doc', 'link', 'renewed', 'session', 'ignored'],
  ...['partner', 'paypal', 'outcome'],
])

/** Added by payment providers when they redirect the customer back. */
const providerParameterPattern = /^(?:payment_|setup_|redirect_status|source_|PayerID|ba_token)/

/**
 * The query parameters to pass on from step to step: foreign ones such as `utm_source`. `launch`
 * are the names of the launch parameters, which are dropped.
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
