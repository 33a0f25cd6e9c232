/** The shop's own code is wrong: the provider's script throws, so that it is found before customers find it. */
export function integrationError(message) {
  const error = new Error(message)
  error.name = 'IntegrationError'
  return error
}
