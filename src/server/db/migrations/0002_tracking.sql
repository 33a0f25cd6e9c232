CREATE TABLE "tracked_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"email_hash" text NOT NULL,
	"selected_product" integer,
	"referral_code" text,
	"created_at" timestamp with time zone NOT NULL
);
