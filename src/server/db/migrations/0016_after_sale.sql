CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"attempt_id" text NOT NULL,
	"request_key" text NOT NULL,
	"amount" integer NOT NULL,
	"refunded_before" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_refund_of_a_request" UNIQUE("attempt_id","request_key"),
	CONSTRAINT "refunds_state_check" CHECK ("refunds"."state" in ('requested', 'done', 'failed', 'unknown')),
	CONSTRAINT "refunds_amount_check" CHECK ("refunds"."amount" >= 0),
	CONSTRAINT "refunds_refunded_before_check" CHECK ("refunds"."refunded_before" >= 0)
);
--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_kind_check";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fulfilled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tracking_number" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("checked_at") WHERE "refunds"."state" = 'requested';--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_kind_check" CHECK ("outbox"."kind" in ('confirmation_mail', 'add_photos_mail', 'renewal_mail', 'renewal_reminder_mail', 'fulfilled_mail', 'refund_mail', 'purchase_event', 'order_paid', 'order_photos', 'order_fulfilled', 'order_refunded', 'order_disputed')) NOT VALID;