-- Old orders get the time of this migration: nothing tells when a refund changed them, and a reader
-- that asks for changes since a date must not miss one.
ALTER TABLE "orders" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- Each index blocks writes to its table until the migration ends. Where that would take long, create
-- it beforehand with CREATE INDEX CONCURRENTLY under the same name.
CREATE INDEX IF NOT EXISTS "tracked_events_created" ON "tracked_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "attempts_order" ON "attempts" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "attempts_refund_due" ON "attempts" USING btree ("checked_at") WHERE "attempts"."state" = 'captured' and "attempts"."reason" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "orders_paid" ON "orders" USING btree ("paid_at");
