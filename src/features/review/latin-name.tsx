import { useState } from 'react'
import { useCheckoutStore, usePage } from '@/client/checkout/checkout-provider'
import { useStepForm } from '@/client/checkout/use-step-form'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { difference, type StateChange } from '@/domain/checkout/state-change'
import { isLatin } from '@/domain/input/latin'
import { maxStoredLength } from '@/domain/input/storable'
import { FieldRow } from '@/ui/field'
import { Fieldset } from '@/ui/fieldset'
import { TextField } from '@/ui/text-input'

const nameFields = ['license_first_name', 'license_last_name'] as const

type LatinName = Record<(typeof nameFields)[number], string>

export type LatinNameForm = ReturnType<typeof useLatinName>

/**
 * Asks for the spelling of a name that was entered in another script. A proposal is saved when the
 * customer continues, a correction of it at once.
 */
export function useLatinName(id: string) {
  const { latinName } = usePage()
  const store = useCheckoutStore()
  const [isAsked] = useState(latinName !== undefined)
  const form = useStepForm<LatinName>({
    id,
    toFormValues: ({ customer }) => {
      const spell = (field: keyof LatinName) =>
        isLatin(customer[field]) ? customer[field] : (latinName?.[field] ?? '')
      return {
        license_first_name: spell('license_first_name'),
        license_last_name: spell('license_last_name'),
      }
    },
    toChange: values => toNameChange(values, latinName),
    issuesOf: () => [],
    onValid: async () => undefined,
    onInvalid: () => undefined,
  })
  return {
    ...form,
    isAsked,
    /** The change to the names that the page shows. */
    readChange: () =>
      isAsked ? difference(optimisticState(store.getState()), toNameChange(form.getValues())) : {},
  }
}

/** The change to the names that are not empty and not as proposed. */
function toNameChange(values: LatinName, proposal?: Partial<LatinName>): StateChange {
  const fields = nameFields.filter(
    field => values[field].trim() !== '' && values[field] !== proposal?.[field],
  )
  if (fields.length === 0) return {}
  return { customer: Object.fromEntries(fields.map(field => [field, values[field].trim()])) }
}

/** The spelling of the name, below the card that shows it; nothing for a name in Latin letters. */
export function LatinNameFields({ form }: { form: LatinNameForm }) {
  const { t } = useTranslation('review')
  const { latinName, nameOrder } = usePage()
  if (!form.isAsked) return null
  const hasProposal = Object.keys(latinName ?? {}).length > 0
  return (
    <div className="rounded-card border border-warn-line bg-warn-soft p-4">
      <Fieldset
        id="latin-name"
        legend={t('latin.heading')}
        hint={t(hasProposal ? 'latin.proposal' : 'latin.missing')}
      >
        <FieldRow>
          {nameOrder.map(part => (
            <TextField
              key={part}
              {...form.register(`license_${part}_name`)}
              label={t(`latin.${part}Name`)}
              maxLength={maxStoredLength.name}
              autoComplete={part === 'first' ? 'given-name' : 'family-name'}
              autoCapitalize="words"
              autoCorrect="off"
              spellCheck={false}
              ltr
              optionalLabel=""
              defaultValue={form.values[`license_${part}_name`]}
            />
          ))}
        </FieldRow>
      </Fieldset>
    </div>
  )
}
