import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'
import { checkouts } from '@/server/db/tables/checkouts'
import { checkNotNegative, checkOneOf } from '@/server/db/tables/checks'
import { timestamptz } from '@/server/db/tables/timestamp'

/** One photo per type and checkout. The checkout's state lists them, changed in one transaction. */
export const approvalImages = pgTable(
  'approval_images',
  {
    id: text('id').primaryKey(),
    checkoutId: text('checkout_id')
      .notNull()
      .references(() => checkouts.id),
    type: text('type').$type<DocumentType>().notNull(),
    /** Incremented when the photo is replaced. */
    revision: integer('revision').notNull(),
    /** The customer uses it despite the advice of the browser's checks. */
    needsReview: boolean('needs_review').notNull(),
    /**
     * File names. They reference nothing: retention deletes the photo's row, then the file, then
     * the file's row.
     */
    image: text('image').notNull(),
    cropped: text('cropped'),
    preview: text('preview').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  table => [
    unique('one_photo_of_a_type').on(table.checkoutId, table.type),
    index('approval_images_updated').on(table.updatedAt),
    checkOneOf(table.type, documentTypes),
    checkNotNegative(table.revision),
  ],
)
export type ApprovalImageRow = typeof approvalImages.$inferSelect

/** Every file in the photo storage, recorded before it is stored, so that no file is orphaned. */
export const photoFiles = pgTable(
  'photo_files',
  {
    name: text('name').primaryKey(),
    /** When it may be removed; null while a photo uses it. */
    removeAfter: timestamptz('remove_after'),
  },
  table => [index('photo_files_due').on(table.removeAfter)],
)

/** Accepted uploads by their idempotency key: a repeated upload yields the same photo. */
export const approvalUploads = pgTable(
  'approval_uploads',
  {
    checkoutId: text('checkout_id')
      .notNull()
      .references(() => checkouts.id),
    keyHash: text('key_hash').notNull(),
    /** The photo it created. It references nothing: the photo may be deleted by now. */
    imageId: text('image_id').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.checkoutId, table.keyHash] }),
    index('approval_uploads_created').on(table.createdAt),
  ],
)

/** A file with some bytes of an upload. */
export interface UploadPart {
  name: string
  bytes: number
}

/** Uploads that arrive in parts, until they expire. A part is added to the row and counted at once. */
export const photoUploads = pgTable(
  'photo_uploads',
  {
    id: text('id').primaryKey(),
    checkoutId: text('checkout_id')
      .notNull()
      .references(() => checkouts.id),
    /** Bytes of the whole, and of what has arrived. */
    length: integer('length').notNull(),
    received: integer('received').notNull().default(0),
    /** In their order; empty once the photo is stored. Their files are due when the upload expires. */
    parts: jsonb('parts').$type<UploadPart[]>().notNull().default([]),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  table => [
    index('photo_uploads_checkout').on(table.checkoutId),
    index('photo_uploads_expires').on(table.expiresAt),
    check('photo_uploads_received_check', sql`${table.received} between 0 and ${table.length}`),
  ],
)
export type PhotoUploadRow = typeof photoUploads.$inferSelect

/**
 * Links that let another device, such as the customer's phone, add photos to one checkout. A
 * displayed link opens once; a mailed link opens any number of times, and each opening gets a row
 * of its own.
 */
export const photoLinks = pgTable(
  'photo_links',
  {
    codeHash: text('code_hash').primaryKey(),
    checkoutId: text('checkout_id')
      .notNull()
      .references(() => checkouts.id),
    /** Hash of the device's pass; null until the link is opened. */
    passHash: text('pass_hash').unique(),
    isMailed: boolean('is_mailed').notNull().default(false),
    /** Expiry of the link; once it is opened, of the pass. */
    expiresAt: timestamptz('expires_at').notNull(),
  },
  table => [index('photo_links_expires').on(table.expiresAt)],
)
export type PhotoLinkRow = typeof photoLinks.$inferSelect
