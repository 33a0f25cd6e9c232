export interface Phone {
  phone: string
  /** The country whose calling code stands before the number; empty when the number has its own. */
  dialCode: string
}

/** A number as it is stored: without a leading plus (SPEC 5). One typed with its calling code needs no country's. */
export function storedPhone({ phone, dialCode }: Phone): Phone {
  const typed = phone.trim()
  return typed.startsWith('+')
    ? { phone: typed.slice(1).trimStart(), dialCode: '' }
    : { phone: typed, dialCode }
}

/** A stored number as it was typed. */
export const typedPhone = ({ phone, dialCode }: Phone): string =>
  phone && !phone.startsWith('+') && !dialCode ? `+${phone}` : phone
