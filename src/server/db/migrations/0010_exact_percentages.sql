-- Through text: a direct cast would round to six digits.
ALTER TABLE "tax_groups" ALTER COLUMN "tax_rate" SET DATA TYPE numeric USING "tax_rate"::text::numeric;--> statement-breakpoint
ALTER TABLE "coupons" ALTER COLUMN "amount" SET DATA TYPE numeric USING "amount"::text::numeric;
