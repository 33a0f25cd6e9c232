import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/ui/class-names'
import { Tag } from '@/ui/tag'

type ChoiceCardProps = Omit<ComponentProps<'input'>, 'title' | 'type' | 'children'> & {
  title: ReactNode
  /**
   * `row`: price at the end of the title line. `stack`: large price under the title in a narrow
   * card, at the end of a wide one.
   */
  layout?: 'row' | 'stack'
  /** A drawing: above the text, on a phone before it. */
  picture?: ReactNode
  /** A <Price> or any text. */
  price?: ReactNode
  /** One or more <Tag>. */
  tags?: ReactNode
  /** On the upper edge, such as “Recommended”. */
  badge?: ReactNode
  /** Short lines under the title; inside the label, so no links. */
  children?: ReactNode
}

const cardClasses =
  '@container relative flex flex-col rounded-card border-[1.5px] border-control bg-card transition-colors duration-150 has-[>label>input:checked]:border-accent has-[>label>input:checked]:bg-accent-soft has-[>label>input:checked]:shadow-[inset_0_0_0_1px_var(--color-accent)] has-[>label>input:focus-visible]:outline-3 has-[>label>input:focus-visible]:outline-focus has-[>label>input:focus-visible]:outline-offset-2 has-[>label>input:disabled]:opacity-60 hover:border-accent'

/** A choice with a native radio button; the checked state is CSS only, so it works before hydration. */
export const ChoiceCard = ({
  title,
  layout = 'row',
  picture,
  price,
  tags,
  badge,
  children,
  className,
  ...input
}: ChoiceCardProps) => (
  <div className={classNames(cardClasses, badge ? 'max-sm:not-first:mt-2' : undefined, className)}>
    {badge && (
      <Tag
        tone="accent"
        className="absolute start-3.5 bottom-full max-w-[calc(100%-16px)] translate-y-3"
      >
        {badge}
      </Tag>
    )}
    <label
      className={classNames(
        'grid grow content-start items-start gap-x-2.5 @max-[10rem]:px-3',
        picture
          ? 'grid-cols-[auto_auto_minmax(0,1fr)] grid-rows-[auto_1fr] p-2.5 pe-4 @max-[17rem]:grid-cols-[auto_minmax(0,1fr)] sm:grid-cols-[auto_minmax(0,1fr)] sm:p-4'
          : 'grid-cols-[auto_minmax(0,1fr)] p-4',
        layout === 'stack' && '@min-[17rem]:grid-cols-[auto_minmax(min-content,1fr)_auto]',
      )}
    >
      {picture && (
        <span className="row-span-2 me-1 @max-[17rem]:hidden sm:col-span-2 sm:row-span-1 sm:me-0 sm:mb-3">
          {picture}
        </span>
      )}
      <input {...input} type="radio" className="radio mt-0.5 outline-none" />
      {/* The price wraps below a title whose longest word leaves no room. */}
      <span className="flex flex-wrap gap-x-2.5 font-semibold">
        <span className="min-w-0 grow basis-[min-content] wrap-break-word">{title}</span>
        {layout === 'row' && price && <span className="min-w-0">{price}</span>}
      </span>
      {layout === 'stack' ? (
        <>
          {price && (
            <span className="col-span-2 pt-1.5 @min-[10rem]:col-span-1 @min-[10rem]:col-start-2 @min-[17rem]:col-start-3 @min-[17rem]:row-start-1 @min-[17rem]:justify-self-end @min-[17rem]:pt-0 @min-[17rem]:[&>span]:flex-row-reverse">
              {price}
            </span>
          )}
          {/* In one row with the tags, not in the columns of title and price: a long price would
              narrow the lines. */}
          <span className="col-span-2 flex flex-col pt-0.5 @min-[10rem]:col-span-1 @min-[10rem]:col-start-2 @min-[17rem]:col-end-4 @min-[17rem]:row-start-2 @min-[17rem]:flex-row @min-[17rem]:flex-wrap @min-[17rem]:gap-x-2.5">
            <span className="flex min-w-min grow flex-col gap-0.5 text-ink-2 text-sm @min-[17rem]:basis-0">
              {children}
            </span>
            {tags && (
              <span className="flex flex-wrap gap-1.5 pt-1.5 @min-[17rem]:ms-auto @min-[17rem]:self-start @min-[17rem]:pt-0.5">
                {tags}
              </span>
            )}
          </span>
        </>
      ) : (
        <span
          className={classNames(
            'col-span-2 flex flex-col items-start gap-1.5',
            !picture && '@min-[14rem]:col-span-1 @min-[14rem]:col-start-2',
          )}
        >
          {tags && <span className="flex flex-wrap gap-1.5 pt-0.5">{tags}</span>}
          {children && (
            <span className="flex flex-col gap-0.5 pt-0.5 text-ink-2 text-sm">{children}</span>
          )}
        </span>
      )}
    </label>
  </div>
)

const COLUMNS = {
  one: 'grid-cols-1',
  two: 'grid-cols-1 sm:grid-cols-2',
  three: 'grid-cols-1 sm:grid-cols-3',
} as const

type ChoiceCardsProps = {
  columns?: keyof typeof COLUMNS
  className?: string | undefined
  children: ReactNode
}

/** Grid of choice cards; cards of one row have equal heights. */
export const ChoiceCards = ({ columns = 'one', className, children }: ChoiceCardsProps) => (
  <div className={classNames('grid gap-3 pt-1', COLUMNS[columns], className)}>{children}</div>
)
