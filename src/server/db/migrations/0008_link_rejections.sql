CREATE TABLE "link_rejections" (
	"day" text NOT NULL,
	"reason" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "link_rejections_day_reason_pk" PRIMARY KEY("day","reason")
);
