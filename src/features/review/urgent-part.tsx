import type { ReactNode } from 'react'
import { useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { useFormSections } from '@/client/checkout/use-form-sections'
import { useTranslation } from '@/client/texts/use-translation'
import { documentTypes } from '@/domain/data/document-types'
import { UrgentChoice, useUrgentForm, useUrgentSurcharge } from '@/features/review/urgent-choice'
import { AnswerLine } from '@/ui/answer-line'
import { FormSection } from '@/ui/form-section'

interface UrgentPartProps {
  /** Id of the form element. */
  form: string
  /** Position among the form's sections. */
  number: number
  action: ReactNode
  saveProblemStatus: ReactNode
}

const urgentSections = ['processing'] as const

/** Processing time within a larger form: a row until the customer opens it. */
export function UrgentPart({ form, number, action, saveProblemStatus }: UrgentPartProps) {
  const { t } = useTranslation('urgent')
  const { issues } = usePage()
  const { urgent } = useCheckoutState('urgent')
  const { register, values } = useUrgentForm(form)
  const { stateOf, openSection } = useFormSections(urgentSections, () => ({
    open: issues.length > 0 ? urgentSections : [],
    // What the shop has preselected is no answer.
    asked: urgent.is_chosen || issues.length > 0 ? urgentSections : [],
  }))
  return (
    <FormSection
      id="processing"
      number={number}
      heading={t('heading')}
      state={stateOf('processing')}
      line={<UrgentAnswer />}
      action={action}
      onOpen={() => openSection('processing')}
    >
      <UrgentChoice
        field={register('urgent')}
        value={values.urgent}
        saveProblemStatus={saveProblemStatus}
      />
    </FormSection>
  )
}

/** The choice with its price; a preselected extra goes with photos that are added later. */
function UrgentAnswer() {
  const { t } = useTranslation(['urgent', 'common'])
  const { urgent, approval_documents } = useCheckoutState('urgent', 'approval_documents')
  const surcharge = useUrgentSurcharge()
  if (!urgent.selected) return <AnswerLine answers={[t('standard'), t('common:delivery.free')]} />
  const isRemovedLater =
    !urgent.is_chosen && approval_documents.images.length < documentTypes.length
  return (
    <>
      <AnswerLine answers={[t('urgent'), surcharge]} />
      {isRemovedLater && <span className="block">{t('removedLater')}</span>}
    </>
  )
}
