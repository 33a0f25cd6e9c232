import dynamic from 'next/dynamic'
import { useTranslation } from 'next-i18next/pages'
import { eyeColors } from '@/domain/data/eye-colors'
import { genders } from '@/domain/data/genders'
import { licenceClasses } from '@/domain/data/licence-classes'
import type { DriverFieldProps } from '@/features/driver-details/driver-field-props'
import { Height } from '@/features/driver-details/height'
import { Disclosure } from '@/ui/disclosure'
import { Fieldset } from '@/ui/fieldset'
import { Group } from '@/ui/group'
import { RadioGroup } from '@/ui/radio-group'

// Lazy: decorative, only needed when the group is open.
const Picture = dynamic(
  () => import('@/features/driver-details/picture').then(({ Picture }) => Picture),
  { ssr: false },
)

interface YourLicenceProps extends DriverFieldProps {
  isOpen: boolean
  className: string | undefined
}

/** Licence data, and the driver's data that the permit prints. */
export function YourLicence({ isOpen, className, ...fields }: YourLicenceProps) {
  const { t } = useTranslation('driver-details')
  const { form, errorOf, values } = fields
  return (
    <Group id="licence" heading={t('licence.heading')} className={className}>
      <Classes {...fields} isOpen={isOpen} />
      <RadioGroup
        {...form.register('gender')}
        id="gender"
        legend={t('licence.gender')}
        hint={t('licence.genderHint')}
        error={errorOf('gender')}
        defaultValue={values.gender}
        options={genders.map(value => ({ value, label: t(`licence.genders.${value}`) }))}
      />
      <Height {...fields} />
      <RadioGroup
        {...form.register('eye_color')}
        id="eye_color"
        legend={t('licence.eyes')}
        hint={t('licence.eyesHint')}
        error={errorOf('eye_color')}
        defaultValue={values.eye_color}
        options={eyeColors.map(value => ({
          value,
          label: t(`licence.colors.${value}`),
          picture: <span className="size-5">{isOpen && <Picture subject={value} />}</span>,
        }))}
      />
    </Group>
  )
}

function Classes({
  form,
  errorOf,
  isInvalid,
  values,
  isOpen,
}: DriverFieldProps & { isOpen: boolean }) {
  const { t } = useTranslation('driver-details')
  return (
    <Fieldset
      id="license_classes"
      legend={t('licence.classes')}
      hint={t('licence.classesHint')}
      error={errorOf('license_classes')}
    >
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5 pt-1">
        {licenceClasses.map(({ flag, letter }) => (
          <li
            key={flag}
            className="rounded-card border-[1.5px] border-control hover:border-accent in-data-invalid:not-has-checked:border-bad has-checked:border-accent has-checked:bg-accent-soft has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-focus"
          >
            <label className="flex min-h-14 flex-wrap items-center gap-x-3 px-4 pt-2.5">
              <input
                {...form.register('license_classes')}
                type="checkbox"
                value={flag}
                aria-invalid={isInvalid('license_classes', flag) || undefined}
                defaultChecked={values.license_classes.includes(flag)}
                className="size-5 shrink-0 accent-accent outline-none"
              />
              <span className="min-w-min max-w-[calc(100%-32px)] grow basis-0 font-semibold">
                {`${letter} – ${t(`licence.class.${flag}`)}`}
              </span>
              <span className="h-9 w-14 shrink-0 text-ink-2">
                {isOpen && <Picture subject={flag} />}
              </span>
            </label>
            <Disclosure
              summary={t('licence.meaning', { letter })}
              className="ps-12 pe-4 pb-3.5 text-sm"
            >
              <p className="text-ink-2">{t(`licence.means.${flag}`)}</p>
            </Disclosure>
          </li>
        ))}
      </ul>
    </Fieldset>
  )
}
