/** Thrown for incorrect use of the API, so that it is found before customers find it. */
export function integrationError(message) {
  const error = new Error(message)
  error.name = 'IntegrationError'
  return error
}
