const WRONG = '[aria-invalid="true"], [data-invalid="true"]'
const FOCUSABLE = 'input:not([type="hidden"], :disabled), select, textarea, button'

const controlIn = (place: HTMLElement): HTMLElement =>
  place.matches(FOCUSABLE) || place.tabIndex >= 0
    ? place
    : (place.querySelector<HTMLElement>(WRONG) ??
      place.querySelector<HTMLElement>(`${FOCUSABLE}:checked`) ??
      place.querySelector<HTMLElement>(FOCUSABLE) ??
      place)

/** The error of a checkbox stands above its label. */
const labelOf = (control: HTMLElement): HTMLElement =>
  (control.matches('[type=checkbox]') && document.getElementById(`${control.id}-error`)) ||
  controlsLabel(control)

const controlsLabel = (control: HTMLElement): HTMLElement =>
  control.closest('fieldset')?.querySelector('legend') ??
  (control as HTMLInputElement).labels?.[0] ??
  control

/** Brings the label (not just the control) into view, then focuses the control. */
export const focusField = (place: HTMLElement): void => {
  const control = controlIn(place)
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  labelOf(control).scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' })
  control.focus({ preventScroll: true })
}

/** Focuses the first wrong control of a form; false when there is none. */
export const focusFirstError = (form: HTMLElement): boolean => {
  const place = form.querySelector<HTMLElement>(WRONG)
  if (place) focusField(place)
  return place !== null
}
