import type { FormHash } from '@/sandbox/form'
import { expand } from '@/sandbox/stripe/parameters'
import type { Scene } from '@/sandbox/stripe/tables'

export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  /** `:id` stands for one part of the path. */
  path: string
  answer(scene: Scene, form: FormHash, id: string): object
}

/** What may be said when reading one object. */
export const ONE = { expand }
