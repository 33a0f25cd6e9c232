import type { FieldValues } from 'react-hook-form'

/** Values typed into the form before hydration; they win over the saved ones. */
export function readTypedValues<F extends FieldValues>(id: string, savedValues: F): F {
  // The server renders without a page.
  if (typeof document === 'undefined') return savedValues
  const form = document.getElementById(id)
  if (!(form instanceof HTMLFormElement)) return savedValues
  const formData = new FormData(form)
  const readValue = (name: string, previous: unknown) => {
    if (!findControls(form, name).some(isDirty)) return previous
    // The empty option is no answer.
    if (Array.isArray(previous)) return formData.getAll(name).filter(value => value !== '')
    if (typeof previous === 'boolean') return formData.has(name)
    return formData.get(name) ?? previous
  }
  return Object.fromEntries(
    Object.entries(savedValues).map(([name, previous]) => [name, readValue(name, previous)]),
  ) as F
}

const findControls = (form: HTMLFormElement, name: string) =>
  [...form.elements].filter(
    (control): control is HTMLInputElement | HTMLSelectElement =>
      control.getAttribute('name') === name,
  )

/** Whether a control's value differs from the server-rendered one. */
function isDirty(control: HTMLInputElement | HTMLSelectElement): boolean {
  if ('options' in control)
    return [...control.options].some(option => option.selected !== option.defaultSelected)
  return control.checked !== control.defaultChecked || control.value !== control.defaultValue
}
