/** An e-mail address with the first letter of its name only: `a***@example.com`. */
export const maskEmail = (email: string): string => email.replace(/^(.).*@/u, '$1***@')
