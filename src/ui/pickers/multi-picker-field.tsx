import { Chips, type ChipsProps } from '@/ui/chips'
import { ChevronDownIcon } from '@/ui/icons'
import { type MultiPickerTexts, selectOption } from '@/ui/pickers/choices'
import { PickerContainer, type PickerFieldProps } from '@/ui/pickers/picker-field'
import { controlClasses } from '@/ui/text-input'
import { VisuallyHidden } from '@/ui/visually-hidden'

export type MultiPickerFieldProps = Omit<PickerFieldProps, 'chosen'> & {
  /** The form's values of the select. */
  chosen: readonly string[]
  /** Text of a chip. */
  nameOf: (value: string) => string
  texts: MultiPickerTexts
  /** Attributes of chip texts if they are in another language than the page. */
  languageAttributes: ChipsProps['languageAttributes']
}

/**
 * A multiple choice, shown as chips. Before hydration the native list is in a disclosure as high as
 * the picker that replaces it.
 */
export const MultiPickerField = ({
  nameOf,
  texts,
  languageAttributes,
  ...props
}: MultiPickerFieldProps) => (
  <PickerContainer
    {...props}
    placeholder={texts.add}
    renderNative={({ select, events, isReplaced }) => (
      <details hidden={isReplaced} className="group">
        <summary {...events} className={`${controlClasses} relative list-none text-ink-3!`}>
          <VisuallyHidden>{props.label} </VisuallyHidden>
          {texts.add}
          <ChevronDownIcon className="absolute end-3 top-1/2 -translate-y-1/2 text-ink-2 group-open:-scale-y-100" />
        </summary>
        <select {...select} multiple size={8} className={`${controlClasses} mt-2`} />
        <p className="pt-1.5 text-ink-2 text-sm max-lg:hidden">{texts.how}</p>
      </details>
    )}
    renderBelow={containerRef => (
      <Chips
        label={texts.chosen}
        chips={props.chosen.map(value => ({ value, name: nameOf(value) }))}
        languageAttributes={languageAttributes}
        removeLabel={texts.remove}
        onRemove={value => {
          const select = containerRef.current?.querySelector('select')
          if (select) selectOption(select, value, false)
        }}
        focusTargetRef={containerRef}
      />
    )}
  />
)
