import { useState } from 'react'
import { useCheckoutStore, usePage } from '@/client/checkout/checkout-provider'
import { useFieldValue, useStepForm } from '@/client/checkout/use-step-form'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { difference, type StateChange } from '@/domain/checkout/state-change'
import { isLatin } from '@/domain/input/latin'
import { maxStoredLength } from '@/domain/input/storable'
import { FieldRow } from '@/ui/field'
import { Fieldset } from '@/ui/fieldset'
import { TextField } from '@/ui/text-input'

const nameFields = ['license_first_name', 'license_last_name', 'place_of_birth'] as const

type LatinName = Record<(typeof nameFields)[number], string>

export type LatinNameForm = ReturnType<typeof useLatinName>

/**
 * Asks for the spelling of a name or place that was entered in another script. A proposal is saved when the
 * customer continues, a correction of it at once.
 */
export function useLatinName(id: string) {
  const { latinName } = usePage()
  const store = useCheckoutStore()
  const [askedFields] = useState(() => {
    const { customer } = optimisticState(store.getState())
    return latinName ? nameFields.filter(field => !isLatin(customer[field])) : []
  })
  const form = useStepForm<LatinName>({
    id,
    toFormValues: ({ customer }) => {
      const spell = (field: keyof LatinName) =>
        isLatin(customer[field]) ? customer[field] : (latinName?.[field] ?? '')
      return {
        license_first_name: spell('license_first_name'),
        license_last_name: spell('license_last_name'),
        place_of_birth: spell('place_of_birth'),
      }
    },
    toChange: values => toNameChange(values, latinName),
    issuesOf: () => [],
    onValid: async () => undefined,
    onInvalid: () => undefined,
  })
  /** Fields without a spelling that can be printed: they have stopped Continue. */
  const [stops, setStops] = useState<(keyof LatinName)[]>([])
  return {
    ...form,
    askedFields,
    stops,
    /** Leads to spellings that are missing, once: the permit is checked by people, too. */
    stopForSpelling: (): boolean => {
      const values = form.getValues()
      const missing = askedFields.filter(field => !isSpelled(values[field]))
      if (missing.length === 0 || stops.length > 0) return false
      setStops(missing)
      document.getElementById(missing[0] ?? '')?.focus()
      return true
    },
    /** The change to the spellings that the page shows. */
    readChange: () =>
      askedFields.length > 0
        ? difference(optimisticState(store.getState()), toNameChange(form.getValues()))
        : {},
  }
}

const isSpelled = (value: string): boolean => value.trim() !== '' && isLatin(value)

/** The change to the spellings that can be printed and are not as proposed. */
function toNameChange(values: LatinName, proposal?: Partial<LatinName>): StateChange {
  const fields = nameFields.filter(
    field => isSpelled(values[field]) && values[field] !== proposal?.[field],
  )
  if (fields.length === 0) return {}
  return { customer: Object.fromEntries(fields.map(field => [field, values[field].trim()])) }
}

/** The spellings, below the card that shows them; nothing if all are in Latin letters. */
export function LatinNameFields({ form }: { form: LatinNameForm }) {
  const { t } = useTranslation('review')
  const { latinName, nameOrder } = usePage()
  if (form.askedFields.length === 0) return null
  const isAsked = (field: keyof LatinName) => form.askedFields.includes(field)
  const hasProposal = form.askedFields.some(field => latinName?.[field])
  return (
    <div className="rounded-card border border-warn-line bg-warn-soft p-4">
      <Fieldset
        id="latin-name"
        legend={t('latin.heading')}
        hint={t(hasProposal ? 'latin.proposal' : 'latin.missing')}
      >
        <FieldRow>
          {nameOrder.map(
            part =>
              isAsked(`license_${part}_name`) && (
                <Spelling
                  key={part}
                  form={form}
                  name={`license_${part}_name`}
                  label={t(`latin.${part}Name`)}
                  autoComplete={part === 'first' ? 'given-name' : 'family-name'}
                />
              ),
          )}
          {isAsked('place_of_birth') && (
            <Spelling
              form={form}
              name="place_of_birth"
              label={t('latin.birthPlace')}
              autoComplete="off"
            />
          )}
        </FieldRow>
      </Fieldset>
    </div>
  )
}

interface SpellingProps {
  form: LatinNameForm
  name: keyof LatinName
  label: string
  autoComplete: string
}

function Spelling({ form, name, label, autoComplete }: SpellingProps) {
  const { t } = useTranslation('review')
  const isMissing = !isSpelled(useFieldValue(form, name)) && form.stops.includes(name)
  return (
    <TextField
      {...form.register(name)}
      label={label}
      error={isMissing ? t('latin.missing') : undefined}
      maxLength={maxStoredLength.name}
      autoComplete={autoComplete}
      autoCapitalize="words"
      autoCorrect="off"
      spellCheck={false}
      ltr
      optionalLabel=""
      defaultValue={form.values[name]}
    />
  )
}
