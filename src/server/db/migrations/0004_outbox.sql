ALTER TABLE "outbox" DROP CONSTRAINT "one_message_of_a_kind";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "about" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
UPDATE "outbox" SET "due_at" = "created_at";--> statement-breakpoint
ALTER TABLE "outbox" ALTER COLUMN "due_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "closed" text;--> statement-breakpoint
ALTER TABLE "photo_links" ADD COLUMN "is_mailed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("due_at") WHERE "outbox"."sent_at" is null and "outbox"."closed" is null;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "one_message_of_a_kind" UNIQUE("order_id","kind","about");