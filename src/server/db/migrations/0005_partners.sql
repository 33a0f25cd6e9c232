CREATE TABLE "partner_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"partner" text NOT NULL,
	"product_type" text NOT NULL,
	"years" integer NOT NULL,
	"customer_email" text NOT NULL,
	"customer_first_name" text NOT NULL,
	"customer_last_name" text NOT NULL,
	"is_sandbox" boolean NOT NULL,
	"checkout_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "partner_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "partners" (
	"name" text PRIMARY KEY NOT NULL,
	"pickup" jsonb,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pickup_points" (
	"id" text PRIMARY KEY NOT NULL,
	"partner" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"country" text NOT NULL,
	"hours" text
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "partner_token_id" text;--> statement-breakpoint
ALTER TABLE "partner_tokens" ADD CONSTRAINT "partner_tokens_partner_partners_name_fk" FOREIGN KEY ("partner") REFERENCES "public"."partners"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_tokens" ADD CONSTRAINT "partner_tokens_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pickup_points" ADD CONSTRAINT "pickup_points_partner_partners_name_fk" FOREIGN KEY ("partner") REFERENCES "public"."partners"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "partner_tokens_checkout" ON "partner_tokens" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "pickup_points_partner" ON "pickup_points" USING btree ("partner");--> statement-breakpoint
CREATE INDEX "orders_partner_token" ON "orders" USING btree ("partner_token_id");