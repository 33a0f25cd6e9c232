import { checkoutState } from '@/domain/checkout'
import { planById } from '@/domain/plans'

/** What is wrong with a state that was loaded, in words for the log; the checkout goes on with it (SPEC 5). */
export function loadedStateFaults(state: unknown): string[] {
  const parsed = checkoutState.safeParse(state)
  if (!parsed.success)
    return parsed.error.issues.map(({ path }) => `${path.join('.')} is not right`)
  const { productList, selectedLicense } = parsed.data
  return planById(productList, selectedLicense) ? [] : ['selectedLicense is not in productList']
}
