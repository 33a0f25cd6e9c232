CREATE TABLE "seeded_rows" (
	"table_name" text NOT NULL,
	"key" text NOT NULL,
	"values" jsonb NOT NULL,
	CONSTRAINT "seeded_rows_table_name_key_pk" PRIMARY KEY("table_name","key")
);
