import { useState } from 'react'
import { useCheckoutStore, usePage } from '@/client/checkout/checkout-provider'
import { useStepForm } from '@/client/checkout/use-step-form'
import { optimisticState } from '@/client/store/checkout-store'
import type { DynamicT } from '@/client/texts/dynamic-translate'
import { loadNamespace } from '@/client/texts/load-namespace'
import { useTranslation } from '@/client/texts/use-translation'
import { difference, type StateChange } from '@/domain/checkout/state-change'
import { isPrintable, type NameField, nameFields, validateName } from '@/domain/driver/name-rules'
import { stripInvisible } from '@/domain/input/clean-input'
import type { FieldIssue } from '@/domain/input/field-issue'
import { isLatin } from '@/domain/input/latin'
import { maxStoredLength } from '@/domain/input/storable'
import { AdviceText } from '@/ui/advice-text'
import { FieldRow } from '@/ui/field'
import { Fieldset } from '@/ui/fieldset'
import { focusFirstError } from '@/ui/focus-first-error'
import { TextField } from '@/ui/text-input'

type LatinName = Record<NameField, string>

export type LatinNameForm = ReturnType<typeof useLatinName>

const isSpelled = (value: string): boolean => stripInvisible(value) !== '' && isLatin(value)

const issueTexts = 'driver-issues'

/**
 * Asks for the spelling of a name or place that was entered in another script. A proposal is saved when the
 * customer continues, a correction of it at once. A missing spelling stops Continue once: the permit
 * is checked by people, too. `onContinue` gets the change to the spellings that the page shows.
 */
export function useLatinName(id: string, onContinue: (change: StateChange) => Promise<void>) {
  const { i18n } = useTranslation('review')
  const { latinName } = usePage()
  const store = useCheckoutStore()
  const [askedFields] = useState(() => {
    const { customer } = optimisticState(store.getState())
    return latinName ? nameFields.filter(field => !isLatin(customer[field])) : []
  })
  const isAsking = askedFields.length > 0
  /** The change to the spellings that can be printed and are not as proposed. */
  const toNameChange = (values: LatinName, proposal?: Partial<LatinName>): StateChange => {
    const fields = askedFields.filter(
      field => isPrintable(field, values[field]) && values[field] !== proposal?.[field],
    )
    if (fields.length === 0) return {}
    return { customer: Object.fromEntries(fields.map(field => [field, values[field].trim()])) }
  }
  const form = useStepForm<LatinName>({
    id,
    toFormValues: ({ customer }) => {
      const spell = (field: NameField) =>
        isLatin(customer[field]) ? customer[field] : (latinName?.[field] ?? '')
      return {
        license_first_name: spell('license_first_name'),
        license_last_name: spell('license_last_name'),
        place_of_birth: spell('place_of_birth'),
      }
    },
    toChange: values => toNameChange(values, latinName),
    issuesOf: values =>
      !isAsking || i18n.hasResourceBundle(i18n.language, issueTexts)
        ? listSpellingIssues(values, askedFields)
        : undefined,
    ...(isAsking && { loadRules: () => loadNamespace(i18n, issueTexts) }),
    adviceOf: values =>
      askedFields
        .filter(field => !isPrintable(field, values[field]))
        .map(field => ({ field, answer: values[field].trim() })),
    onValid: values =>
      onContinue(difference(optimisticState(store.getState()), toNameChange(values))),
    onInvalid: focusFirstError,
  })
  return { ...form, askedFields }
}

const listSpellingIssues = (values: LatinName, fields: NameField[]): FieldIssue[] =>
  fields.flatMap(field => {
    const key = isSpelled(values[field]) && validateName(field, values[field])
    return key ? [{ field, message: `${field}.${key}` }] : []
  })

/** The spellings, below the card that shows them; nothing if all are in Latin letters. */
export function LatinNameFields({ form }: { form: LatinNameForm }) {
  const { t } = useTranslation('review')
  const { latinName, nameOrder } = usePage()
  if (form.askedFields.length === 0) return null
  const isAsked = (field: NameField) => form.askedFields.includes(field)
  const nameParts = nameOrder.filter(part => isAsked(`license_${part}_name`))
  const hasProposal = form.askedFields.some(field => latinName?.[field])
  return (
    <div className="rounded-card border border-warn-line bg-warn-soft p-4">
      <Fieldset
        id="latin-name"
        legend={t('latin.heading')}
        hint={t(hasProposal ? 'latin.proposal' : 'latin.missing')}
      >
        <div className="grid gap-5 pt-3">
          {nameParts.length > 0 && (
            <FieldRow>
              {nameParts.map(part => (
                <Spelling
                  key={part}
                  form={form}
                  name={`license_${part}_name`}
                  label={t(`latin.${part}Name`)}
                  autoComplete={part === 'first' ? 'given-name' : 'family-name'}
                />
              ))}
            </FieldRow>
          )}
          {isAsked('place_of_birth') && (
            <Spelling
              form={form}
              name="place_of_birth"
              label={t('latin.birthPlace')}
              autoComplete="off"
            />
          )}
        </div>
      </Fieldset>
    </div>
  )
}

interface SpellingProps {
  form: LatinNameForm
  name: NameField
  label: string
  autoComplete: string
}

function Spelling({ form, name, label, autoComplete }: SpellingProps) {
  const { t } = useTranslation(['review', 'driver-issues'])
  const issue = form.errors.find(({ field }) => field === name)
  const isStopped = !issue && form.adviceAbout(name)?.isStop
  return (
    <TextField
      {...form.register(name)}
      label={label}
      error={issue && (t as DynamicT)(`${issueTexts}:${issue.message}`)}
      note={<span role="status">{isStopped && <AdviceText>{t('latin.advice')}</AdviceText>}</span>}
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
