/** Calls to the payment sandbox. */

const UNREACHABLE = {
  type: 'api_connection_error',
  message: 'We are experiencing issues connecting to our payments provider.',
}

/** Resolves with the response under the given name, or with the error. */
export async function callProvider(url, body, name) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const content = await response.json()
    return content.error ? { error: content.error } : { [name]: content }
  } catch {
    return { error: UNREACHABLE }
  }
}
