-- A product that was deleted can be taken back within a day (catalog/restore-product.ts).
alter type audit_action add value 'restored';
