import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/ui/class-names'
import { Link, type LinkProps } from '@/ui/link'

const base =
  'inline-flex items-center justify-center gap-2 text-center no-underline transition-colors duration-150 aria-disabled:cursor-default aria-busy:cursor-progress'

const VARIANTS = {
  primary:
    // Visible in forced-colours mode.
    'min-h-[54px] rounded-card border border-transparent bg-accent px-6 py-2 font-semibold text-md text-white shadow-action hover:bg-accent-strong hover:text-white',
  secondary:
    'min-h-12 rounded-card border-[1.5px] border-accent bg-card px-5 py-2 font-semibold text-accent hover:bg-accent-soft',
  ghost:
    'min-h-11 rounded-full border border-line bg-card px-3.5 py-1.5 text-ink text-sm whitespace-nowrap hover:border-control hover:text-ink',
  // Phones show the icon alone; the label stays for screen readers.
  header:
    'min-h-11 min-w-11 rounded-full border border-transparent text-ink text-sm whitespace-nowrap hover:border-control max-lg:[&>span]:sr-only lg:border-line lg:bg-card lg:px-3.5 max-lg:aria-busy:before:start-3.5!',
  // The focus is around the text: the lines above and below are within the target.
  link: '-mx-2 -my-2.5 min-h-11 px-2 -outline-offset-6 text-accent underline! underline-offset-3 hover:text-accent-strong',
} as const

type ButtonVariantProps = {
  variant?: keyof typeof VARIANTS | undefined
  /** Full width; the default of the primary button. */
  wide?: boolean
  icon?: ReactNode
}

export const buttonClasses = (
  { variant = 'primary', wide = variant === 'primary' }: ButtonVariantProps,
  className?: string,
) => classNames(base, VARIANTS[variant], wide && 'w-full', className)

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
