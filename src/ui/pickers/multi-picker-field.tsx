import { Chips, type ChipsProps } from '@/ui/chips'
import { ChevronDownIcon } from '@/ui/icons'
import { choose, type SeveralTexts } from '@/ui/pickers/choices'
import { type PickerFieldProps, PickerPlace } from '@/ui/pickers/picker-field'
import { controlLook } from '@/ui/text-input'
import { VisuallyHidden } from '@/ui/visually-hidden'

export type MultiPickerFieldProps = Omit<PickerFieldProps, 'chosen'> & {
  /** What the form holds for the select. */
  chosen: readonly string[]
  /** What a chip says. */
  nameOf: (value: string) => string
  texts: SeveralTexts
  /** Of what a chip says, where it is in another language than the page. */
  ownWords: ChipsProps['ownWords']
}

/**
 * A choice of several, shown as chips. Before scripts the browser's own list folds out of a line as
 * high as the picker that takes its place.
 */
export const MultiPickerField = ({ nameOf, texts, ownWords, ...props }: MultiPickerFieldProps) => (
  <PickerPlace
    {...props}
    placeholder={texts.add}
    native={({ select, events, isRetired }) => (
      <details hidden={isRetired} className="group">
        <summary {...events} className={`${controlLook} relative list-none text-ink-3!`}>
          <VisuallyHidden>{props.label} </VisuallyHidden>
          {texts.add}
          <ChevronDownIcon className="absolute end-3 top-1/2 -translate-y-1/2 text-ink-2 group-open:-scale-y-100" />
        </summary>
        <select {...select} multiple size={8} className={`${controlLook} mt-2`} />
        <p className="pt-1.5 text-ink-2 text-sm max-lg:hidden">{texts.how}</p>
      </details>
    )}
    below={place => (
      <Chips
        label={texts.chosen}
        chips={props.chosen.map(value => ({ value, name: nameOf(value) }))}
        ownWords={ownWords}
        removeLabel={texts.remove}
        onRemove={value => {
          const select = place.current?.querySelector('select')
          if (select) choose(select, value, false)
        }}
        before={place}
      />
    )}
  />
)
