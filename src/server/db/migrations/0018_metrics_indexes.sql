-- Each index blocks writes to its table until the migration ends. Where that would take long, create
-- it beforehand with CREATE INDEX CONCURRENTLY under the same name.
CREATE INDEX IF NOT EXISTS "orders_to_fulfil" ON "orders" USING btree ("paid_at") WHERE "orders"."status" = 'paid';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "orders_open_dispute" ON "orders" USING btree ("updated_at") WHERE "orders"."dispute" = 'open';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "outbox_given_up" ON "outbox" USING btree ("id") WHERE "outbox"."closed" = 'given_up';
