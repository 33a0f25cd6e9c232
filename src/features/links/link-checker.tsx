import type { CheckedLink } from '@/domain/links/link-check'
import { CheckedLinkView } from '@/features/links/checked-link'
import { LinkForms, type LinkFormsShown } from '@/features/links/link-forms'
import { Rejections, type RejectionsShown } from '@/features/links/rejections'

export interface LinkCheckerShown extends LinkFormsShown, RejectionsShown {
  checked: CheckedLink | null
}

/** Makes, explains and tries out links; all of it works without scripts. */
export function LinkChecker({ checked, rejections, ...asked }: LinkCheckerShown) {
  return (
    <>
      {checked && <CheckedLinkView {...checked} />}
      <LinkForms {...asked} />
      <Rejections rejections={rejections} />
    </>
  )
}
