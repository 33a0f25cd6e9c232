import { Chips, type ChipsProps } from '@/ui/chips'
import { ChevronDownIcon } from '@/ui/icons'
import { type MultiPickerTexts, selectOption } from '@/ui/pickers/choices'
import { PickerContainer, type PickerFieldProps } from '@/ui/pickers/picker-field'
import { controlClasses } from '@/ui/text-input'
import { VisuallyHidden } from '@/ui/visually-hidden'

export type MultiPickerFieldProps = Omit<PickerFieldProps, 'chosen'> & {
  /** What the form holds for the select. */
  chosen: readonly string[]
  /** What a chip says. */
  nameOf: (value: string) => string
  texts: MultiPickerTexts
  /** Of what a chip says, where it is in another language than the page. */
  languageAttributes: ChipsProps['languageAttributes']
}

/**
 * A choice of several, shown as chips. Before scripts the browser's own list folds out of a line as
 * high as the picker that takes its place.
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
