import { useRouter } from 'next/router'
import type { FormEvent, ReactNode } from 'react'
import { useSubmitFormOnce } from '@/client/browser/use-submit-once'
import { usePage, useSync } from '@/client/checkout/checkout-provider'
import type { FormPart } from '@/client/checkout/form-part'
import { leaveStep } from '@/client/checkout/leave-step'
import { useSubmitStep } from '@/client/checkout/use-submit-step'
import { useUnsavedNotice } from '@/client/checkout/use-unsaved-notice'
import { useTranslation } from '@/client/texts/use-translation'
import type { StateChange } from '@/domain/checkout/state-change'
import { findExpressStep } from '@/domain/checkout/steps'
import { Button } from '@/ui/button'
import { classNames } from '@/ui/class-names'
import { ErrorSummary } from '@/ui/error-summary'
import { UnsavedAlert } from '@/ui/unsaved-alert'

export const expressFormId = 'express'

/** Validates and stores every part, then opens the payment; shows a notice on failure. */
export function useExpressForm(parts: FormPart[], finalChange: StateChange) {
  const sync = useSync()
  const submitStep = useSubmitStep('info')
  const router = useRouter()
  const [unsaved, setUnsaved] = useUnsavedNotice(expressFormId)
  const { submitOnce } = useSubmitFormOnce(expressFormId)

  const continueToPayment = async (event: FormEvent<HTMLFormElement>) => {
    const { currentTarget } = event
    setUnsaved(false)
    const asking = parts.findIndex(part => part.hasNext)
    if (asking >= 0) {
      await askNext(parts.slice(0, asking), parts[asking] as FormPart, event)
      return
    }
    const checks = await Promise.all(parts.map(part => part.validate(event)))
    if (!checks.every(Boolean)) return
    const isPostNeeded = parts.some(part => part.isPostNeeded?.())
    await leaveStep({
      save: leave => (isPostNeeded ? sync.flush() : submitStep(leave, finalChange)),
      leave: () =>
        isPostNeeded
          ? currentTarget.submit()
          : router.push(findExpressStep('express-payment').route),
      showIssues: issues => {
        for (const part of parts) part.showIssues(issues)
      },
      setUnsaved,
    })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void submitOnce(() => continueToPayment(event))
  }
  return { parts, submit, unsaved }
}

/** Asks the next questions of a part once the parts before it are answered. */
async function askNext(
  previousParts: FormPart[],
  part: FormPart,
  event: FormEvent<HTMLFormElement>,
): Promise<void> {
  for (const previous of previousParts) if (!(await previous.validate(event))) return
  for (const previous of previousParts) previous.close?.()
  await part.validate(event)
}

interface ExpressFormProps {
  form: ReturnType<typeof useExpressForm>
  /** An open section has the Continue button of desktops; the form has it without scripts only. */
  isContinueInSection: boolean
  /** Rendered below the form and submitted with it. */
  footer: ReactNode
  children: ReactNode
}

/** The only form of the express checkout: everything but the payment. */
export function ExpressForm({ form, isContinueInSection, footer, children }: ExpressFormProps) {
  const { t } = useTranslation('common')
  const { issues } = usePage()
  const { parts, submit, unsaved } = form
  const errors = dedupeByField(parts.flatMap(({ errors }) => errors))
  const isBlocked = parts.some(({ isBlocked }) => isBlocked)
  return (
    <>
      {errors.length > 0 && (
        <ErrorSummary autoFocus={issues.length > 0} title={t('errors.title')} errors={errors} />
      )}
      <form
        id={expressFormId}
        method="post"
        encType="multipart/form-data"
        noValidate
        className="group/plan grid grid-cols-[minmax(0,1fr)] gap-5"
        onSubmit={submit}
      >
        {/* Enter in a field presses the form's first button, which must not remove a photo. */}
        <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />
        {children}
      </form>
      {footer}
      {unsaved && <UnsavedAlert>{t(`errors.${unsaved}`)}</UnsavedAlert>}
      {!isBlocked && (
        <Button
          type="submit"
          form={expressFormId}
          className={classNames('max-lg:hidden', isContinueInSection && 'not-noscript:hidden')}
        >
          {t(parts.some(part => part.hasNext) ? 'express.continueShort' : 'express.continue')}
        </Button>
      )}
    </>
  )
}

type FieldError = FormPart['errors'][number]

/** Two parts may report the same control. */
const dedupeByField = (errors: FieldError[]): FieldError[] => [
  ...new Map(errors.map(error => [error.fieldId, error])).values(),
]
