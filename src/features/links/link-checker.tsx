import type { CheckedLink } from '@/domain/links/link-check'
import { CheckedLinkView } from '@/features/links/checked-link'
import { LinkForms, type LinkFormsProps } from '@/features/links/link-forms'
import { Rejections, type RejectionsProps } from '@/features/links/rejections'

export interface LinkCheckerProps extends LinkFormsProps, RejectionsProps {
  checked: CheckedLink | null
}

/** Builds, explains and tests links; works without scripts. */
export function LinkChecker({ checked, rejections, ...formProps }: LinkCheckerProps) {
  return (
    <>
      {checked && <CheckedLinkView {...checked} />}
      <LinkForms {...formProps} />
      <Rejections rejections={rejections} />
    </>
  )
}
