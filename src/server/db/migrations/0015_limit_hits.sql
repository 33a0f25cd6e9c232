ALTER TABLE "attempts" ADD COLUMN "limit_hits" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "limit_hits" jsonb DEFAULT '[]'::jsonb NOT NULL;