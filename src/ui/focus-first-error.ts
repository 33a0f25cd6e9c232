const INVALID_SELECTOR = '[aria-invalid="true"], [data-invalid="true"], [data-advised]'
const FOCUSABLE_SELECTOR = 'input:not([type="hidden"], :disabled), select, textarea, button'

const findControl = (container: HTMLElement): HTMLElement =>
  container.matches(FOCUSABLE_SELECTOR) || container.tabIndex >= 0
    ? container
    : (container.querySelector<HTMLElement>(INVALID_SELECTOR) ??
      container.querySelector<HTMLElement>(`${FOCUSABLE_SELECTOR}:checked`) ??
      container.querySelector<HTMLElement>(FOCUSABLE_SELECTOR) ??
      container)

/** A checkbox's error is above its label. */
const findLabel = (control: HTMLElement): HTMLElement =>
  (control.matches('[type=checkbox]') && document.getElementById(`${control.id}-error`)) ||
  findControlLabel(control)

const findControlLabel = (control: HTMLElement): HTMLElement =>
  control.closest('fieldset')?.querySelector('legend') ??
  (control as HTMLInputElement).labels?.[0] ??
  control

/** Scrolls the label (not just the control) into view, then focuses the control. */
export const focusField = (container: HTMLElement): void => {
  const control = findControl(container)
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  findLabel(control).scrollIntoView({
    block: 'start',
    behavior: prefersReducedMotion ? 'auto' : 'smooth',
  })
  control.focus({ preventScroll: true })
}

/** Focuses the first control of a form that is invalid or has advice; false without one. */
export const focusFirstError = (form: HTMLElement): boolean => {
  const container = form.querySelector<HTMLElement>(INVALID_SELECTOR)
  if (container) focusField(container)
  return container !== null
}
