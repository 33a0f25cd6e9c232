import type { ReactNode } from 'react'
import { useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { useFormSections } from '@/client/checkout/use-form-sections'
import { useTranslation } from '@/client/texts/use-translation'
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
  const { register, values } = useUrgentForm(form, async () => undefined)
  const { stateOf, openSection } = useFormSections(urgentSections, () => ({
    open: issues.length > 0 ? urgentSections : [],
    asked: urgentSections,
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

function UrgentAnswer() {
  const { t } = useTranslation(['urgent', 'common'])
  const { urgent } = useCheckoutState('urgent')
  const surcharge = useUrgentSurcharge()
  const answers = urgent.selected
    ? [t('urgent'), surcharge]
    : [t('standard'), t('common:delivery.free')]
  return <AnswerLine answers={answers} />
}
