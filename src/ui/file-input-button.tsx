import type { ComponentProps, ReactNode, Ref } from 'react'
import { buttonClasses } from '@/ui/button'
import { classNames } from '@/ui/class-names'

export type FileInputButtonProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  ref?: Ref<HTMLInputElement>
  icon?: ReactNode
  children: ReactNode
}

/**
 * A native file input that looks like a button: supports press, drop and form submission before
 * hydration. Without scripts, the browser's own text shows the chosen file.
 */
export const FileInputButton = ({
  ref,
  icon,
  className,
  children,
  ...input
}: FileInputButtonProps) => (
  <label
    className={classNames(
      buttonClasses(
        { variant: 'secondary' },
        'relative cursor-pointer px-3 has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 noscript:flex-wrap',
      ),
      className,
    )}
  >
    {icon}
    {children}
    <input
      {...input}
      ref={ref}
      type="file"
      className="absolute inset-0 w-full cursor-pointer opacity-0 noscript:static noscript:opacity-100"
    />
  </label>
)
