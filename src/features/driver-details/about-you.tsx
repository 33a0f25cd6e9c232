import dynamic from 'next/dynamic'
import { type ChangeEvent, type FocusEvent, type ReactNode, useState } from 'react'
import { useApi, useCheckoutStore, usePage } from '@/client/checkout/checkout-provider'
import { useTranslation } from '@/client/texts/use-translation'
import type { DriverForm } from '@/domain/driver/driver-form'
import type { NameField } from '@/domain/driver/name-rules'
import { maxStoredLength } from '@/domain/input/storable'
import type { DriverFieldProps, DriverFormRuntime } from '@/features/driver-details/driver-form'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { classNames } from '@/ui/class-names'
import { FieldRow } from '@/ui/field'
import { TextField } from '@/ui/text-input'

// Lazy: the number is asked for with the delivery. Here it can only be corrected.
const Phone = dynamic(() => import('@/features/driver-details/phone').then(({ Phone }) => Phone))

interface AboutYouProps extends DriverFieldProps {
  /** The phone number is asked for on the same page. */
  isPhoneDeferred?: boolean | undefined
}

/** Names and email, and a phone number that was given before. */
export function AboutYou({ isPhoneDeferred, ...fields }: AboutYouProps) {
  const { t } = useTranslation('driver-details')
  const { nameOrder, issues } = usePage()
  const hasPhone = fields.values.phone !== '' || issues.some(({ field }) => field === 'phone')
  return (
    <>
      <FieldRow>
        {nameOrder.map(part => (
          <Name
            key={part}
            {...fields}
            name={`license_${part}_name`}
            label={t(`you.${part}Name`)}
            autoComplete={part === 'first' ? 'given-name' : 'family-name'}
          />
        ))}
      </FieldRow>
      <Email {...fields} />
      {hasPhone && !isPhoneDeferred && <Phone {...fields} />}
    </>
  )
}

interface NameProps extends DriverFieldProps {
  name: NameField
  label: string
  /** Below the field; a suggestion takes its room. */
  remark?: string
  autoComplete: string
}

/** A name in any script; suggests the Latin spelling that the permit prints. */
export function Name({ form, errorOf, values, name, label, remark, autoComplete }: NameProps) {
  const { t } = useTranslation('driver-details')
  const { hint, accept, control } = useLatinHint(form, name)
  const proposal = hint?.proposal
  return (
    <TextField
      {...control}
      label={label}
      maxLength={maxStoredLength.name}
      error={errorOf(name)}
      autoComplete={autoComplete}
      autoCapitalize="words"
      autoCorrect="off"
      spellCheck={false}
      dir="auto"
      defaultValue={values[name]}
      note={
        <SuggestionLine remark={remark}>
          {proposal ? (
            <Proposal onAccept={() => accept(proposal)}>
              {t('you.latinUse', { name: proposal })}
            </Proposal>
          ) : (
            hint && t('you.latin')
          )}
        </SuggestionLine>
      }
    />
  )
}

function Email({ form, errorOf, values }: DriverFieldProps) {
  const { t } = useTranslation(['driver-details', 'common'])
  const store = useCheckoutStore()
  const api = useApi()
  const advice = form.adviceAbout('email')
  const suggestion = advice?.detail
  const control = form.register('email')
  const handleBlur = (event: FocusEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget
    if (value && value !== values.email)
      form.loadRules().then(
        rules => rules.trackAddToCart(store, api, value),
        () => undefined,
      )
    return control.onBlur(event)
  }
  return (
    <>
      <TextField
        {...control}
        onBlur={handleBlur}
        type="email"
        inputMode="email"
        ltr
        label={t('you.email')}
        hint={t('you.emailHint')}
        maxLength={maxStoredLength.email}
        error={errorOf('email')}
        autoComplete="email"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        defaultValue={values.email}
        note={
          <SuggestionLine remark={t('you.emailNotice')}>
            {suggestion && (
              <Proposal onAccept={() => acceptProposal(form, 'email', suggestion)}>
                {t('you.didYouMean', { email: suggestion })}
              </Proposal>
            )}
            {suggestion && advice.isStop && t('common:advice.accept')}
          </SuggestionLine>
        }
      />
      <Checkbox
        {...form.register('email_consent')}
        label={t('you.consent')}
        defaultChecked={values.email_consent}
      />
    </>
  )
}

/** Applies a proposal and focuses the field, because the button unmounts with the hint. */
function acceptProposal(form: DriverFormRuntime, name: keyof DriverForm, value: string): void {
  form.fill({ [name]: value } as Partial<DriverForm>)
  document.getElementById(name)?.focus()
}

/**
 * Shows a hint about a value from blur until the next change. The rules load on blur; without them
 * there is no hint.
 */
function useLatinHint(form: DriverFormRuntime, name: NameField) {
  const api = useApi()
  const [hint, setHint] = useState<{ proposal: string | null }>()
  const control = form.register(name)
  const handleBlur = (event: FocusEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const value = input.value
    void control.onBlur(event)
    if (value)
      form
        .loadRules()
        .then(rules => rules.findLatinHint(api, name, value, form.getValues('license_issued')))
        .then(
          hint => {
            if (input.value === value) setHint(hint)
          },
          () => undefined,
        )
  }
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    setHint(undefined)
    return control.onChange(event)
  }
  const accept = (value: string) => {
    setHint(undefined)
    acceptProposal(form, name, value)
  }
  return {
    hint,
    accept,
    control: { ...control, onBlur: handleBlur, onChange: handleChange },
  }
}

interface SuggestionLineProps {
  remark?: string | undefined
  children: ReactNode
}

/**
 * The line below a field: a suggestion about its value, or a remark. It is as high as a suggestion,
 * which is a button, so that the next field never moves.
 */
const SuggestionLine = ({ remark, children }: SuggestionLineProps) => (
  <span className={classNames('flex min-h-6 flex-wrap items-center', !remark && '-mb-4')}>
    <span role="status" className="flex flex-wrap gap-x-2">
      {children}
    </span>
    {!children && remark}
  </span>
)

/** A proposal as a link button within a sentence. */
const Proposal = ({ onAccept, children }: { onAccept: () => void; children: ReactNode }) => (
  <Button variant="link" wide={false} className="text-start" onClick={onAccept}>
    {children}
  </Button>
)
