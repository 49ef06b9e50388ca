-- Why: the sites that are set in a font are found without reading the settings of all others.
-- outside a transaction
drop index concurrently if exists site_customization_by_font;
create index concurrently site_customization_by_font
  on site_customization (organization_id, (settings #>> '{styling,font,id}'))
  where settings #>> '{styling,font,id}' is not null;
drop index concurrently if exists site_customization_by_monospace_font;
create index concurrently site_customization_by_monospace_font
  on site_customization (organization_id, (settings #>> '{styling,monospaceFont,id}'))
  where settings #>> '{styling,monospaceFont,id}' is not null;
