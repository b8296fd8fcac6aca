-- compatible since: 0022
-- A search also finds a product by its category, packaging and weight. The start makes the index of the column again.
alter table products drop column search_text;
alter table products add column search_text text collate "C" not null generated always as (
  lower((name || ' ' || description) collate "und-x-icu")
  || case category when 'KUE_KERING' then ' kue kering' else ' makanan ringan' end
  || case packaging when 'TOPLES' then ' toples' else ' bal' end
  || case weight when 'KG_1' then ' 1kg' when 'KG_2' then ' 2kg' when 'GRAM_250' then ' 250gram' else ' 500gram' end
) stored;
