import { invalidRequest } from '@/sandbox/stripe/api-error'

const MAX_LENGTH = 22
const MIN_PRODUCT_LENGTH = 5

/** Throws StripeError 400 unless the text may be on a statement after the account's prefix. */
export function assertDescriptorSuffix(text: string, param: string): void {
  if (text.length > MAX_LENGTH)
    throw invalidRequest('The statement descriptor suffix must be at most 22 characters.', {
      param,
    })
  if (!/[A-Za-z]/.test(text))
    throw invalidRequest('The statement descriptor suffix must contain at least one letter.', {
      param,
    })
  if (/[<>\\'"*]/.test(text) || /[^ -~]/.test(text))
    throw invalidRequest(
      'The statement descriptor suffix may not include <, >, \\, \', ", * or non-Latin characters.',
      { param },
    )
}

/** The same for a whole descriptor, such as a product's. */
export function assertDescriptor(text: string, param: string): void {
  if (text.length < MIN_PRODUCT_LENGTH)
    throw invalidRequest('The statement descriptor must be at least 5 characters.', { param })
  assertDescriptorSuffix(text, param)
}
