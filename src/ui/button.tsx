import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/ui/class-names'
import { Link, type LinkProps } from '@/ui/link'

type ButtonVariantProps = {
  /** A class of `app.css` each. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'header' | 'link' | undefined
  /** Full width; the default of the primary button. */
  wide?: boolean
  icon?: ReactNode
}

export const buttonClasses = (
  { variant = 'primary', wide = variant === 'primary' }: ButtonVariantProps,
  className?: string,
) => classNames('button', `button-${variant}`, wide && 'w-full', className)

export type ButtonProps = ComponentProps<'button'> &
  ButtonVariantProps & {
    /** Shows a spinner (`app.css`); the children describe the progress. */
    busy?: boolean
  }

/**
 * Not disabled while busy, so that it does not lose focus: the caller ignores a second press.
 * Hidden without scripts unless it submits a form.
 */
export const Button = ({
  variant,
  wide,
  icon,
  busy,
  type = 'button',
  className,
  children,
  ...button
}: ButtonProps) => (
  <button
    type={type}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    data-icon={icon ? '' : undefined}
    {...button}
    className={buttonClasses(
      { variant, wide } as ButtonVariantProps,
      classNames(type === 'button' && 'noscript:hidden', className),
    )}
  >
    {!busy && icon}
    {children}
  </button>
)

export type ButtonLinkProps = LinkProps & ButtonVariantProps

export const ButtonLink = ({
  variant,
  wide,
  icon,
  className,
  children,
  ...link
}: ButtonLinkProps) => (
  <Link {...link} className={buttonClasses({ variant, wide } as ButtonVariantProps, className)}>
    {icon}
    {children}
  </Link>
)
