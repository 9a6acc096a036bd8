-- The picture in a few pixels as an address with the data in it, shown until the picture itself arrives. Null for other
-- files, for pictures with transparency, and for those from before until somebody asks for a smaller version of them.
alter table file add column preview text;
